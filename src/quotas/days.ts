import type { Clock } from '#kernel/clock.ts';

const DAY_MS = 86_400_000;

/** The day (UTC) that limits per day count for. */
export interface Days {
  /** Days since 1970. */
  today(): number;
  /** Returns the milliseconds until the next day begins. */
  leftMs(): number;
}

export function createDays(clock: Clock): Days {
  const today = (): number => Math.floor(clock.now() / DAY_MS);
  return { today, leftMs: () => (today() + 1) * DAY_MS - clock.now() };
}
