import { MAX_BINS } from './summary.shapes.ts';

/** From a number, which is included, to another, which is not. */
export interface Range {
  readonly from: number;
  readonly below: number;
}

/**
 * Returns at most 20 ranges of equal, round width that cover all numbers from `min` to `max`.
 * @param unit all numbers are multiples of it, and so are the widths: other ones would leave every second range empty
 *   without cause. 0: nothing is known of them
 */
export function histogramOf(min: number, max: number, unit: number): readonly Range[] {
  // A step below the precision of the numbers would make empty ranges.
  const least = Math.max(Math.abs(min), Math.abs(max)) * 1e-12;
  const wanted = min === max ? 1 : (max - min) / MAX_BINS;
  let step = Math.max(wanted, least, unit);
  for (;;) {
    step = roundUp(step);
    // Round widths are wide enough to divide by the unit sooner or later: 2.5 does not divide 2, but 5.
    while (!isMultiple(step, unit)) step = roundUp(step * 1.5);
    const ranges = rangesOf(min, max, step);
    if (ranges.length <= MAX_BINS) return ranges;
    step *= 1.5;
  }
}

/** Units of numbers that people enter, each a divisor of a round width above it. */
const UNITS = [1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01] as const;

/** Returns the largest unit, at most 1, of which all numbers are multiples; 0 when they are finer than hundredths. */
export const unitOf = (numbers: readonly number[]): number =>
  UNITS.find((unit) => numbers.every((number) => isMultiple(number, unit))) ?? 0;

function isMultiple(number: number, unit: number): boolean {
  if (unit === 0) return true;
  const times = number / unit;
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * 1e-12;
}

/** Returns the smallest of 1, 2 and 5 times a power of ten that is not less. */
function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const found = [1, 2, 5].find((each) => exact(each * power) >= least) ?? 10;
  return exact(found * power);
}

function rangesOf(min: number, max: number, step: number): readonly Range[] {
  const edge = (at: number) => exact(at * step);
  let first = Math.floor(min / step);
  // The quotient of two fractions may lie a little beside the whole number that it should be.
  if (edge(first) > min) first -= 1;
  if (edge(first + 1) <= min) first += 1;
  const ranges: Range[] = [];
  for (let at = first; edge(at) <= max && ranges.length <= MAX_BINS; at += 1) {
    ranges.push({ from: edge(at), below: edge(at + 1) });
  }
  return ranges;
}

/** Returns 0.3 for 3 * 0.1, which is 0.30000000000000004. */
const exact = (value: number): number => Number(value.toPrecision(14));

export type DateUnit = 'day' | 'week' | 'month' | 'year' | 'decade' | 'century';

const DAY_MS = 86_400_000;
/** The longest span of each unit, in days: at most about 120 bins. */
const SPANS: readonly (readonly [DateUnit, number])[] = [
  ['day', 62],
  ['week', 440],
  ['month', 3650],
  ['year', 36_500],
  ['decade', 365_000],
];

/** Returns the spans of time that cover all moments from `min` to `max`, in milliseconds; weeks begin on Monday. */
export function timelineOf(
  min: number,
  max: number,
): { readonly unit: DateUnit; readonly ranges: readonly Range[] } {
  const days = (max - min) / DAY_MS;
  const unit = SPANS.find(([, most]) => days <= most)?.[0] ?? 'century';
  const ranges: Range[] = [];
  for (let from = startOf(unit, min); from <= max; ) {
    const below = nextOf(unit, from);
    ranges.push({ from, below });
    from = below;
  }
  return { unit, ranges };
}

/** The number of years of a unit. */
const YEARS = { year: 1, decade: 10, century: 100 } as const;

function startOf(unit: DateUnit, at: number): number {
  const day = Math.floor(at / DAY_MS);
  // The first day of 1970 was a Thursday.
  if (unit === 'day') return day * DAY_MS;
  if (unit === 'week') return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
  const date = new Date(at);
  const year = date.getUTCFullYear();
  if (unit === 'month') return utc(year, date.getUTCMonth());
  return utc(Math.floor(year / YEARS[unit]) * YEARS[unit], 0);
}

function nextOf(unit: DateUnit, start: number): number {
  if (unit === 'day') return start + DAY_MS;
  if (unit === 'week') return start + 7 * DAY_MS;
  const date = new Date(start);
  const year = date.getUTCFullYear();
  return unit === 'month' ? utc(year, date.getUTCMonth() + 1) : utc(year + YEARS[unit], 0);
}

/** Returns the first moment of a month. Date.UTC alone takes the years 0 to 99 for those of the last century. */
function utc(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

const HOUR_MS = 3_600_000;

/** The hours of a day. */
export const HOURS: readonly Range[] = Array.from({ length: 24 }, (_, hour) => ({
  from: hour * HOUR_MS,
  below: (hour + 1) * HOUR_MS,
}));

/** Returns the day of a moment, as YYYY-MM-DD. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
