// How dates and times are written, in one style on all screens: "Jan 31, 2026", "9:05 AM". Formatters are made once: on a
// phone, to make one takes longer than to show a row of a list.
const dates = new Map<string, Intl.DateTimeFormat>();
const spans = new Map<string, Intl.RelativeTimeFormat>();

export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
  dates.set(key, format);
  return format;
}

/** Writes "yesterday" rather than "1 day ago". */
export function spanFormat(language: string): Intl.RelativeTimeFormat {
  const format = spans.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  spans.set(language, format);
  return format;
}

/** Writes the day of a time. @param timeZone an IANA name; undefined for that of the device */
export const dateText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone }).format(at);

/** Writes a day of the calendar, `YYYY-MM-DD`; any other text stays as it is. */
export function dayText(day: string, language: string): string {
  const at = new Date(`${day}T00:00Z`);
  return Number.isNaN(at.getTime()) ? day : dateText(at, language, 'UTC');
}

/** Writes the first and the last day of a span, both as `YYYY-MM-DD`. */
export const daysText = (from: string, to: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00Z`),
    new Date(`${to}T00:00Z`),
  );

/** Writes the time of day. @param timeZone an IANA name; undefined for that of the device */
export const clockText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { timeStyle: 'short', timeZone }).format(at);

/** Writes a day with its time. @param timeZone an IANA name; undefined for that of the device */
export const dateTimeText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);

/** Writes the month of a day `YYYY-MM-DD`. */
export const monthText = (day: string, language: string): string =>
  dateFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );

/** Returns the name of the weekday of a time. @param timeZone an IANA name; undefined for that of the device */
export const weekdayText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { weekday: 'long', timeZone }).format(at);

/** Returns the time zone of the device, an IANA name. */
export const deviceZone = (): string => dateFormat('en', {}).resolvedOptions().timeZone;
