import { badParameter } from '#http/v2/parameters.ts';
import { daysAfter, startOfDay } from '#kernel/time-zone.ts';

/** Milliseconds since the epoch; `before` is not included. */
export interface TimeSpan {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** The last day that can be written: what ends with it has no end. The day after it has five digits for its year. */
const LAST_DAY = '9999-12-31';

/** The first and the last day of a span, as YYYY-MM-DD; either may be missing. */
interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Reads a span of days in a time zone. One whose last day comes first holds nothing: people choose the days of a list one
 * after the other.
 * @param name the parameters are `<name>From` and `<name>To`
 * @throws AppError `invalid-parameter` for a day that does not exist
 */
export const parseDays = (name: string, days: Days, timeZone: string): TimeSpan | undefined =>
  spanOf({ from: `${name}From`, to: `${name}To` }, days, timeZone);

/**
 * Reads a period, whose days are chosen together.
 * @param names of the two parameters
 * @throws AppError `invalid-parameter` for a day that does not exist, and for a last day before the first one
 */
export function parsePeriod(names: Names, days: Days, timeZone: string): TimeSpan | undefined {
  const span = spanOf(names, days, timeZone);
  const { from, to } = days;
  if (from === undefined || to === undefined || from <= to) return span;
  throw badParameter(names.to, `this must not be before ${names.from}.`, {
    reason: 'ends-before-begin',
  });
}

type Names = Readonly<Record<'from' | 'to', string>>;

function spanOf(names: Names, { from, to }: Days, timeZone: string): TimeSpan | undefined {
  if (from === undefined && to === undefined) return undefined;
  const last = to === undefined ? undefined : requireDay(names.to, to);
  return {
    from: from === undefined ? undefined : startOfDay(requireDay(names.from, from), timeZone),
    before:
      last === undefined || last === LAST_DAY
        ? undefined
        : startOfDay(daysAfter(last, 1), timeZone),
  };
}

function requireDay(name: string, day: string): string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes February 30 for March 2.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)) return day;
  throw badParameter(name, 'this must be a day such as 2026-01-31.');
}
