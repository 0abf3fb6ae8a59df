import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { pauseSeries } from '#series/change-series.ts';
import { describeOneSeries } from '#series/describe-series.ts';
import { SERIES_QUERY, SeriesChange, SeriesDetail } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** PATCH /series/:id: pauses a series, or lets it go on. */
export const patchSeries = (deps: SeriesDeps) =>
  operation({
    method: 'PATCH',
    path: '/series/:id',
    right: 'forms.write',
    query: SERIES_QUERY,
    body: SeriesChange,
    etag: 'none',
    doc: {
      summary: 'Pause or resume a series',
      tag: 'Series',
      responses: {
        200: { description: 'The series.', schema: SeriesDetail },
        404: 'no series',
      },
    },
    async handle(call) {
      const { locale = 'en' } = call.query;
      const { params, body } = call;
      const series = await deps.db.transaction((tx) =>
        pauseSeries(deps)(tx, actorOfCall(call), params.id, body.paused),
      );
      return { status: 200, body: await describeOneSeries(deps.db.reader, series, locale) };
    },
  });
