import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { endSeries } from '#series/change-series.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** DELETE /series/:id: ends a series. */
export const deleteSeries = (deps: SeriesDeps) =>
  operation({
    method: 'DELETE',
    path: '/series/:id',
    right: 'forms.write',
    etag: 'none',
    doc: {
      summary: 'End a series',
      description: 'The assignments that it made stay.',
      tag: 'Series',
      responses: {
        204: 'deleted',
        404: 'no series',
      },
    },
    async handle(call) {
      await deps.db.transaction((tx) => endSeries(deps)(tx, actorOfCall(call), call.params.id));
      return { status: 204 };
    },
  });
