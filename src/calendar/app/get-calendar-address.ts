import { CalendarAddress } from '#calendar/calendar.shapes.ts';
import { findCreatedAt } from '#calendar/calendar-address.store.ts';
import type { CalendarDeps } from '#calendar/calendar-deps.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/me/calendar: whether the user's calendar has an address. */
export const getCalendarAddress = ({ db }: CalendarDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/calendar',
    doc: {
      summary: 'Read whether one’s own calendar has an address',
      tag: 'Profile',
      responses: {
        200: { description: 'The address itself is not shown.', schema: CalendarAddress },
      },
    },
    async handle({ principal }) {
      const at = await findCreatedAt(db.reader, principal);
      const body: CalendarAddress =
        at === undefined ? {} : { createdAt: new Date(at).toISOString() };
      return { status: 200, body };
    },
  });
