/** The types that the web app needs of the answers. */
export type { CalendarAddress, NewCalendarAddress } from './calendar.shapes.ts';
