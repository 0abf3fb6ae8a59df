import { dateFormat } from '#kernel/date-format.ts';
import { dayIn } from '#kernel/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * The number of days from which a date is shown: people do not count further, and "next year" could be five weeks or
 * twenty months away.
 */
const RELATIVE_DAYS = 7;

const spans = new Map<string, Intl.RelativeTimeFormat>();

/** Writes "yesterday" rather than "1 day ago". */
function spanFormat(language: string): Intl.RelativeTimeFormat {
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

/** Writes days of the calendar from a first to a last one: `Nov 30 – Dec 6, 2026`; one day alone. */
export function daysText(
  { first, last }: { readonly first: string; readonly last: string },
  language: string,
): string {
  if (first === last) return dayText(first, language);
  const [from, to] = [new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`)];
  return dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, to);
}

/** Returns a time relative to now: `3 hours ago`, `tomorrow`; a date when it is a week or more away. */
export function timeText(at: Date, now: Date, language: string, timeZone: string): string {
  const ms = at.getTime() - now.getTime();
  const length = Math.abs(ms);
  const days = length < DAY_MS ? 0 : daysBetween(now, at, timeZone);
  if (Math.abs(days) >= RELATIVE_DAYS) {
    return dateText(at, language, timeZone);
  }
  const format = spanFormat(language);
  if (length >= DAY_MS) return format.format(days, 'day');
  if (length >= HOUR_MS) return format.format(Math.trunc(ms / HOUR_MS), 'hour');
  if (length >= MINUTE_MS) return format.format(Math.trunc(ms / MINUTE_MS), 'minute');
  return format.format(Math.trunc(ms / 1000), 'second');
}

/** Returns the number of midnights between two times in a time zone. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  const start = (date: Date) => Date.parse(dayIn(date.getTime(), timeZone));
  return Math.round((start(to) - start(from)) / DAY_MS);
}
