// Expressions use JavaScript dates, which read the clock and the time zone of the machine. A form is filled in on one
// machine and checked on another: on both, `today()` must be the day in the time zone of the account.
import { settings } from 'survey-core';
import { clockIn } from '#kernel/date-format.ts';

/** The time that expressions use. */
export interface WallClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** An IANA time zone. */
  readonly timeZone: string;
}

/** Sets the time that `today()`, `currentDate()`, `age()` and similar functions use. */
export function setWallClock({ now, timeZone }: WallClock): void {
  settings.onDateCreated = (made: Date, _reason: string, given: unknown): Date =>
    given === undefined ? wallDate(now(), timeZone) : made;
}

/** Returns a date whose local parts are the date and time in that zone. */
function wallDate(ms: number, timeZone: string): Date {
  const part = clockIn(ms, timeZone);
  const date = new Date(2000, part('month') - 1, part('day'));
  // The Date constructor would read a year below 100 as one of the 20th century.
  date.setFullYear(part('year'), part('month') - 1, part('day'));
  date.setHours(part('hour'), part('minute'), part('second'), 0);
  return date;
}

/** Returns such a date in the format of answers: a day, or a day with a time. Undefined for an invalid date. */
export function wallText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const two = (part: number): string => String(part).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return time === '00:00' && date.getSeconds() === 0 ? day : `${day}T${time}`;
}
