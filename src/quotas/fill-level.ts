/** How much of a limit is used. Admins are told when it is `high`, and when it is `full`. */
export type FillLevel = 'low' | 'high' | 'full';

const HIGH = 0.8;
/** Less than 1, because one more file may exceed the limit. */
const FULL = 0.99;

/** Returns how much of a limit is used; `low` where there is no limit. The web app shows this level. */
export function fillLevelOf(usage: {
  readonly used: number;
  readonly limit?: number | undefined;
}): FillLevel {
  const { used, limit } = usage;
  if (limit === undefined || used < HIGH * limit) return 'low';
  return used < FULL * limit ? 'high' : 'full';
}
