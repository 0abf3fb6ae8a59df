import { operation } from '#http/operation.ts';
import { describeSeries } from '#series/describe-series.ts';
import { listSeenSeries } from '#series/find-series.ts';
import { SERIES_QUERY, SeriesList } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** GET /templates/:id/series: returns the series of a template. */
export const listSeries = ({ db, directory }: SeriesDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/series',
    right: 'forms.read',
    query: SERIES_QUERY,
    etag: 'content',
    doc: {
      summary: 'List the series of a template',
      description: 'All series for users who manage the template, and their own for others.',
      tag: 'Series',
      responses: {
        200: { description: 'The series, the oldest first.', schema: SeriesList },
        304: 'not modified',
        404: 'no template',
      },
    },
    async handle({ principal, params, query }) {
      const { locale = 'en' } = query;
      const { accountId } = principal;
      const series = await listSeenSeries(db.reader, directory, principal, params.id);
      const items = await describeSeries(db.reader, accountId, series, locale);
      return { status: 200, body: { items } };
    },
  });
