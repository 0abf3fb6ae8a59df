import { actorOf } from '#audit/index.ts';
import { hashOfAddress, makeToken } from '#calendar/address-token.ts';
import { NewCalendarAddress } from '#calendar/calendar.shapes.ts';
import { putAddress } from '#calendar/calendar-address.store.ts';
import type { CalendarDeps } from '#calendar/calendar-deps.ts';
import { CALENDAR_PATH } from '#calendar/get-calendar.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/me/calendar: gives the user's calendar an address; one that it had ends. */
export const postCalendarAddress = (deps: CalendarDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/calendar',
    doc: {
      summary: 'Create or renew the address of one’s own calendar',
      tag: 'Profile',
      description: 'An address that the calendar had before ends.',
      responses: { 201: { description: 'The address, shown once.', schema: NewCalendarAddress } },
    },
    async handle(request) {
      const { db, clock, random, audit, publicUrl } = deps;
      const { accountId, accountCode, userId } = request.principal;
      const token = makeToken(random, accountCode);
      const created_at = clock.now();
      await db.transaction(async (tx) => {
        await putAddress(
          tx,
          { accountId, userId },
          { token_hash: hashOfAddress(token), created_at },
        );
        const about = { targetType: 'User', targetId: userId };
        await audit.append(tx, actorOf(request, 'web'), { action: 'calendar.create', ...about });
      });
      const body: NewCalendarAddress = {
        id: userId,
        address: `${publicUrl()}${CALENDAR_PATH}?key=${token}`,
        createdAt: new Date(created_at).toISOString(),
      };
      return { status: 201, body };
    },
  });
