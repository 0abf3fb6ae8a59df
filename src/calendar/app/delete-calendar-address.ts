import { actorOf } from '#audit/index.ts';
import { deleteAddress } from '#calendar/calendar-address.store.ts';
import type { CalendarDeps } from '#calendar/calendar-deps.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/me/calendar: ends the address of the user's calendar. */
export const deleteCalendarAddress = ({ db, audit }: CalendarDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/calendar',
    doc: {
      summary: 'Turn off the address of one’s own calendar',
      tag: 'Profile',
      responses: { 204: { description: 'The calendar has no address.' } },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      await db.transaction(async (tx) => {
        if (!(await deleteAddress(tx, { accountId, userId }))) return;
        const about = { targetType: 'User', targetId: userId };
        await audit.append(tx, actorOf(request, 'web'), { action: 'calendar.delete', ...about });
      });
      return { status: 204 };
    },
  });
