import { badParameter } from '#http/v2/parameters.ts';
import { isRelative, spanOfDays } from '#kernel/relative-days.ts';
import { dayIn, daysAfter, startOfDay } from '#kernel/time-zone.ts';

/** Milliseconds since the epoch; `before` is not included. */
export interface TimeSpan {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** The last day that can be written: what ends with it has no end. The day after it has five digits for its year. */
const LAST_DAY = '9999-12-31';

/**
 * The first and the last day of a span, as YYYY-MM-DD; either may be missing. A word such as `last-week` is the first of
 * its days, or the last.
 */
interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Where days begin, and which one is today. */
export interface OwnCalendar {
  readonly timeZone: string;
  /** In milliseconds. */
  readonly now: number;
}

/**
 * Reads a span of days in a time zone. One whose last day comes first holds nothing: people choose the days of a list one
 * after the other.
 * @param name the parameters are `<name>From` and `<name>To`
 * @throws AppError `invalid-parameter` for a day that does not exist
 */
export const parseDays = (name: string, days: Days, calendar: OwnCalendar): TimeSpan | undefined =>
  spanOf(readDays({ from: `${name}From`, to: `${name}To` }, days, calendar), calendar);

/**
 * Reads a period, whose days are chosen together.
 * @param names of the two parameters
 * @throws AppError `invalid-parameter` for a day that does not exist, and for a last day before the first one
 */
export function parsePeriod(names: Names, days: Days, calendar: OwnCalendar): TimeSpan | undefined {
  const read = readDays(names, days, calendar);
  const span = spanOf(read, calendar);
  const { from, to } = read;
  if (from === undefined || to === undefined || from <= to) return span;
  throw badParameter(names.to, `this must not be before ${names.from}.`, {
    reason: 'ends-before-begin',
  });
}

type Names = Readonly<Record<'from' | 'to', string>>;

/** Returns the days that words stand for today. @throws AppError `invalid-parameter` for a day that does not exist */
export function readDays(names: Names, { from, to }: Days, { timeZone, now }: OwnCalendar): Days {
  const spanFor = (name: string, day: string | undefined) => {
    if (day === undefined) return undefined;
    if (isRelative(day)) return spanOfDays(day, dayIn(now, timeZone));
    return { first: requireDay(name, day), last: day };
  };
  return { from: spanFor(names.from, from)?.first, to: spanFor(names.to, to)?.last };
}

function spanOf({ from, to }: Days, { timeZone }: OwnCalendar): TimeSpan | undefined {
  if (from === undefined && to === undefined) return undefined;
  return {
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    before:
      to === undefined || to === LAST_DAY ? undefined : startOfDay(daysAfter(to, 1), timeZone),
  };
}

function requireDay(name: string, day: string): string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes February 30 for March 2.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)) return day;
  throw badParameter(name, 'this must be a day such as 2026-01-31, or a word such as last-week.');
}
