import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { endSeries } from '#series/change-series.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** DELETE /app/v1/series/:id: ends a series. */
export const deleteSeries = (deps: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/series/:id',
    doc: {
      summary: 'End a series',
      description: 'The assignments that it made stay.',
      tag: 'Series',
      responses: {
        204: 'deleted',
        404: 'no series',
      },
    },
    async handle(request) {
      await deps.db.transaction((tx) => endSeries(deps)(tx, actorIn(request), request.params.id));
      return { status: 204 };
    },
  });
