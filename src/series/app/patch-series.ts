import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { pauseSeries } from '#series/change-series.ts';
import { describeOneSeries } from '#series/describe-series.ts';
import { SERIES_QUERY, SeriesChange, SeriesDetail } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** PATCH /app/v1/series/:id: pauses a series, or lets it go on. */
export const patchSeries = (deps: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/series/:id',
    query: SERIES_QUERY,
    body: SeriesChange,
    doc: {
      summary: 'Pause or resume a series',
      tag: 'Series',
      responses: {
        200: { description: 'The series.', schema: SeriesDetail },
        404: 'no series',
      },
    },
    async handle(request) {
      const { locale = 'en' } = request.query;
      const { params, body } = request;
      const series = await deps.db.transaction((tx) =>
        pauseSeries(deps)(tx, actorIn(request), params.id, body.paused),
      );
      return { status: 200, body: await describeOneSeries(deps.db.reader, series, locale) };
    },
  });
