/** How full a limit is: admins hear of one that is `high`, and of one that is as good as used up. */
export type FillLevel = 'low' | 'high' | 'full';

const HIGH = 0.8;
/** Not the whole limit: one file more may be too much. */
const FULL = 0.99;

/** Returns how much of a limit is used; `low` where there is no limit. The web app shows what this says. */
export function fillLevelOf(usage: {
  readonly used: number;
  readonly limit?: number | undefined;
}): FillLevel {
  const { used, limit } = usage;
  if (limit === undefined || used < HIGH * limit) return 'low';
  return used < FULL * limit ? 'high' : 'full';
}
