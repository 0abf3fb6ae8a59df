import { operation } from '#http/operation.ts';
import { selectHolidays } from '#series/holidays.store.ts';
import { HolidayList } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** GET /holidays: returns the holidays of the organisation. */
export const getHolidays = ({ db }: SeriesDeps) =>
  operation({
    method: 'GET',
    path: '/holidays',
    right: 'forms.read',
    role: 'admin',
    etag: 'content',
    doc: {
      summary: 'Read the holidays of the organisation',
      description:
        'A series skips these days, or moves what is due on them, as its `holidays` says.',
      tag: 'Series',
      responses: {
        200: { description: 'The holidays.', schema: HolidayList },
        304: 'not modified',
      },
    },
    async handle({ principal }) {
      return {
        status: 200,
        body: { holidays: await selectHolidays(db.reader, principal.accountId) },
      };
    },
  });
