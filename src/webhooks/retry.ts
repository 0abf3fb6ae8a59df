const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The delay after each failed attempt. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  DAY_MS,
] as const;

/** How many retries there are, and over how many hours, if no `Retry-After` makes a delay longer: seven, over 41 hours. */
export const RETRIES = {
  count: BACKOFF_MS.length,
  hours: Math.floor(BACKOFF_MS.reduce((sum, ms) => sum + ms, 0) / HOUR_MS),
} as const;

/** The longest delay that a receiver can ask for. */
const LONGEST_WAIT_MS = DAY_MS;

/** A webhook whose deliveries have all failed for this long is turned off when the next delivery is given up. */
export const FAILING_MS = 5 * DAY_MS;

/**
 * Returns the milliseconds until the next attempt after `attempts` failed ones, or undefined after the last.
 * `Retry-After` (RFC 9110 §10.2.3) can make the delay longer, up to a day.
 */
export function nextPause(
  attempts: number,
  retryAfter: string | undefined,
  now: number,
): number | undefined {
  const pause = BACKOFF_MS[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause, Math.min(readRetryAfter(retryAfter, now), LONGEST_WAIT_MS));
}

function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}
