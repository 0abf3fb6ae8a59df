/** The calendar of a person: the forms that they have to do, at a private address for other programs. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteCalendarAddress } from './app/delete-calendar-address.ts';
import { getCalendarAddress } from './app/get-calendar-address.ts';
import { postCalendarAddress } from './app/post-calendar-address.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { getCalendar } from './get-calendar.ts';

export const calendarEndpoints = (deps: CalendarDeps): readonly Endpoint[] => [
  getCalendar(deps),
  getCalendarAddress(deps),
  postCalendarAddress(deps),
  deleteCalendarAddress(deps),
];
