/** The spread of a figure over the rounds of a run. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws Error for an empty list */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const lower = sorted[Math.ceil(middle) - 1];
  const upper = sorted[Math.floor(middle)];
  const [least] = sorted;
  const most = sorted.at(-1);
  if (lower === undefined || upper === undefined || least === undefined || most === undefined) {
    throw new Error('nothing was measured');
  }
  return { median: (lower + upper) / 2, least, most };
}

/** Divides round by round, so that a disturbance of a whole round hardly affects the ratio. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** Formats a number with three significant digits, or as a whole number: `12,345`, `1.23`. */
export function show(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats the median and, in brackets, the range. */
export function showSpread(
  { median, least, most }: Spread,
  unit: (value: number) => string = show,
): string {
  return `${unit(median)} (${unit(least)}–${unit(most)})`;
}
