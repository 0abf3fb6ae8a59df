import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { selectHolidays } from '#series/holidays.store.ts';
import { HolidayList } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';
import { setHolidays } from '#series/set-holidays.ts';

/** PUT /app/v1/holidays: replaces the holidays of the organisation. */
export const putHolidays = (deps: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/holidays',
    role: 'admin',
    body: HolidayList,
    doc: {
      summary: 'Replace the holidays of the organisation',
      description:
        'Dates of series that are still to come follow. Assignments that have been made do not change.',
      tag: 'Account',
      responses: { 200: { description: 'The holidays.', schema: HolidayList } },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const holidays = await deps.db.transaction(async (tx) => {
        await setHolidays(deps)(tx, actorOf(request, 'web'), request.body.holidays);
        return await selectHolidays(tx, accountId);
      });
      return { status: 200, body: { holidays } };
    },
  });
