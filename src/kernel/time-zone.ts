import { clockIn } from './date-format.ts';

/** The time zone of an account that has not set one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Returns the canonical time zone of an IANA name; undefined for other names, including offsets. */
export function knownTimeZone(name: string): string | undefined {
  // Intl accepts an offset such as +01:00, but it has no daylight saving time and is not a time zone.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined; // a RangeError: there is no such zone
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns the clock of a time zone at a time, as if it were UTC, in milliseconds. */
function wallClock(at: number, timeZone: string): number {
  const part = clockIn(at, timeZone);
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

/** Returns how far a time zone is ahead of UTC at a time, in milliseconds. */
const offsetAt = (at: number, timeZone: string): number =>
  wallClock(at, timeZone) - Math.floor(at / 1000) * 1000;

/** Returns the day of a time in a time zone, as `YYYY-MM-DD`. */
export const dayIn = (at: number, timeZone: string): string => dayOf(at + offsetAt(at, timeZone));

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Returns the first moment of a day in a time zone, in milliseconds.
 * @param day as `YYYY-MM-DD`
 */
export function startOfDay(day: string, timeZone: string): number {
  const first = Date.parse(day);
  // A day that a zone left out, as Samoa did in 2011, begins as the next one does.
  for (const midnight of [first, first + DAY_MS]) {
    // The offset at midnight is that before or after a change of the clock. Where midnight is skipped, the day begins
    // with the change.
    const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetAt(at, timeZone));
    const begins = offsets.map((offset) => midnight - offset).toSorted((a, b) => a - b);
    const found = begins.find((at) => dayIn(at, timeZone) === dayOf(midnight));
    if (found !== undefined) return found;
  }
  return first;
}

/** Returns the day that is this many days after another one. Both are written as `YYYY-MM-DD`. */
export const daysAfter = (day: string, count: number): string =>
  dayOf(Date.parse(day) + count * DAY_MS);

/** Returns the Sunday that ends the week of a day (ISO 8601). Both are written as `YYYY-MM-DD`. */
export const endOfWeek = (day: string): string =>
  daysAfter(day, (7 - new Date(day).getUTCDay()) % 7);

/** Returns a time as ISO 8601 with the offset of a time zone; `Z` in UTC. */
export function isoIn(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone);
  if (offset === 0) return new Date(at).toISOString();
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(at + offset).toISOString().slice(0, -1);
  return `${local}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/**
 * Returns when the clock of a time zone shows a full hour of a day, in milliseconds. Where that hour is skipped, returns
 * the moment of the change; where it comes twice, the first one.
 * @param day as `YYYY-MM-DD`
 */
export const startOfHour = (day: string, hour: number, timeZone: string): number =>
  whenClockShows(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, timeZone);

/**
 * As {@link startOfHour}, to the minute.
 * @param clock as `YYYY-MM-DDTHH:MM`
 */
export const momentAt = (clock: string, timeZone: string): number =>
  whenClockShows(Date.parse(`${clock}Z`), timeZone);

/** @param wanted what the clock shows, as if it were UTC */
function whenClockShows(wanted: number, timeZone: string): number {
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((at) => offsetAt(at, timeZone));
  const [first = wanted, last = wanted] = offsets
    .map((offset) => wanted - offset)
    .toSorted((a, b) => a - b);
  const found = [first, last].find((at) => wallClock(at, timeZone) === wanted);
  return found ?? firstPast(wanted, first, last, timeZone);
}

/** Returns the first minute of a range at which the clock of a time zone is past what is wanted. */
function firstPast(wanted: number, from: number, to: number, timeZone: string): number {
  let [before, past] = [from / MINUTE_MS, to / MINUTE_MS];
  while (past - before > 1) {
    const middle = Math.floor((before + past) / 2);
    if (wallClock(middle * MINUTE_MS, timeZone) < wanted) before = middle;
    else past = middle;
  }
  return past * MINUTE_MS;
}
