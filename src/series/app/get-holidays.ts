import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { selectHolidays } from '#series/holidays.store.ts';
import { HolidayList } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** GET /app/v1/holidays: returns the holidays of the organisation. */
export const getHolidays = ({ db }: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/holidays',
    role: 'admin',
    doc: {
      summary: 'Read the holidays of the organisation',
      tag: 'Account',
      responses: { 200: { description: 'The holidays.', schema: HolidayList } },
    },
    async handle({ principal }) {
      return {
        status: 200,
        body: { holidays: await selectHolidays(db.reader, principal.accountId) },
      };
    },
  });
