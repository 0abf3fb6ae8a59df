import { operation } from '#http/operation.ts';
import { describeOneSeries } from '#series/describe-series.ts';
import { requireSeries } from '#series/find-series.ts';
import { SERIES_QUERY, SeriesDetail } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** GET /series/:id: returns a series with its next dates and its latest ones. */
export const getSeries = ({ db, directory }: SeriesDeps) =>
  operation({
    method: 'GET',
    path: '/series/:id',
    right: 'forms.read',
    query: SERIES_QUERY,
    etag: 'content',
    doc: {
      summary: 'Read a series',
      tag: 'Series',
      responses: {
        200: { description: 'The series.', schema: SeriesDetail },
        304: 'not modified',
        404: 'no series',
      },
    },
    async handle({ principal, params, query }) {
      const { locale = 'en' } = query;
      const series = await requireSeries(db.reader, directory, principal, params.id);
      return { status: 200, body: await describeOneSeries(db.reader, series, locale) };
    },
  });
