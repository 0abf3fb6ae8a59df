// Expressions reckon in dates of the language, which read the clock and the zone of the machine. A form is filled in
// on one machine and checked on another: `today()` is the day in the zone of the account on both.
import { settings } from 'survey-core';

/** The time that expressions see. */
export interface WallClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** An IANA name. */
  readonly timeZone: string;
}

/** Hands the engine the time that `today()`, `currentDate()`, `age()` and the like begin with. */
export function setWallClock({ now, timeZone }: WallClock): void {
  settings.onDateCreated = (made: Date, _reason: string, given: unknown): Date =>
    given === undefined ? wallDate(now(), timeZone) : made;
}

/** A date whose local parts are what a clock on a wall in that zone shows. */
function wallDate(ms: number, timeZone: string): Date {
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf(timeZone).formatToParts(ms)) {
    parts.set(type, Number(value));
  }
  const part = (name: string): number => parts.get(name) ?? 0;
  const date = new Date(2000, part('month') - 1, part('day'));
  // A year below 100 would be taken for one of the last century.
  date.setFullYear(part('year'), part('month') - 1, part('day'));
  date.setHours(part('hour'), part('minute'), part('second'), 0);
  return date;
}

/** What such a date says, as answers are kept: a day, or a day and time. Undefined for a date that is none. */
export function wallText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const two = (part: number): string => String(part).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return time === '00:00' && date.getSeconds() === 0 ? day : `${day}T${time}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
