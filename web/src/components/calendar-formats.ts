// Names of days, months and spans of days, in the style of formats.ts. Apart from it, because no form needs them.
import { dateFormat } from '#kernel/date-format.ts';

/** Writes the first and the last day of a span, both as `YYYY-MM-DD`. */
export const daysText = (from: string, to: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00Z`),
    new Date(`${to}T00:00Z`),
  );

/** Writes the month of a day `YYYY-MM-DD`. */
export const monthText = (day: string, language: string): string =>
  dateFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );

/** Returns the name of the weekday of a time. @param timeZone an IANA name; undefined for that of the device */
export const weekdayText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { weekday: 'long', timeZone }).format(at);

/** Writes a day with its time. @param timeZone an IANA name; undefined for that of the device */
export const dateTimeText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);

/** Returns the name of a day of the week. @param day 1 for Monday */
export const weekdayName = (day: number, language: string): string =>
  // 1 January 2024 was a Monday.
  weekdayText(new Date(Date.UTC(2024, 0, day)), language, 'UTC');
