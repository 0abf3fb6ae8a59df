import type { KeyUse } from '#tokens/tokens.ts';
import type { KeyRow } from './key.store.ts';

const DAY_MS = 86_400_000;
/** A key of this age has a successor. */
const MAX_AGE_MS = { sig: 90 * DAY_MS, enc: 30 * DAY_MS } as const satisfies Record<KeyUse, number>;
/** Random nonces allow 2^32 encryptions under one key (SP 800-38D §8.3): half of it, to be far from it. */
const MAX_USES = 2 ** 31;
/**
 * How long before its first token a key is announced: longer than nodes (a minute) and readers of
 * the JWKS (five minutes) keep what they have read.
 */
export const ANNOUNCE_MS = 10 * 60_000;

/**
 * announced: published, not used yet. active: makes tokens. verify-only: its tokens are still good.
 * revoked: nothing made with it is. Follows from times alone, so that nothing has to happen at them.
 */
export type KeyState = 'announced' | 'active' | 'verify-only' | 'revoked';

export function stateOf(row: KeyRow, now: number): KeyState {
  if (row.revoked_at !== null) return 'revoked';
  if (row.retired_at !== null && row.retired_at <= now) return 'verify-only';
  return row.active_at > now ? 'announced' : 'active';
}

export const findIn = (
  rows: readonly KeyRow[],
  use: KeyUse,
  state: KeyState,
  now: number,
): KeyRow | undefined => rows.find((row) => row.use === use && stateOf(row, now) === state);

/** Whether a key was retired or revoked before a moment. */
export const endedBefore = ({ retired_at, revoked_at }: KeyRow, before: number): boolean =>
  [retired_at, revoked_at].some((at) => at !== null && at < before);

/** Why the active key of a use needs a successor; undefined while it does not, or has one. */
export function whyDue(
  rows: readonly KeyRow[],
  use: KeyUse,
  now: number,
): 'age' | 'count' | undefined {
  const active = findIn(rows, use, 'active', now);
  if (!active || findIn(rows, use, 'announced', now)) return undefined;
  if (active.uses >= MAX_USES) return 'count';
  // It is replaced when the announcement is over, and must not be older then.
  return now - active.active_at >= MAX_AGE_MS[use] - ANNOUNCE_MS ? 'age' : undefined;
}
