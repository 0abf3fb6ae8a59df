import type { KeyUse } from '#tokens/tokens.ts';
import type { KeyRow } from './key.store.ts';

/** Each use has one active key. */
export const KEY_USES: readonly KeyUse[] = ['sig', 'enc'];

const DAY_MS = 86_400_000;
/** The age at which a key is replaced. */
const MAX_AGE_MS = { sig: 90 * DAY_MS, enc: 30 * DAY_MS } as const satisfies Record<KeyUse, number>;
/** Random nonces allow 2^32 encryptions with one key (SP 800-38D §8.3); half of that leaves a safety margin. */
const MAX_USES = 2 ** 31;
/**
 * How long a key is announced before its first token: longer than nodes (a minute) and clients that read the JWKS (five
 * minutes) cache keys.
 */
export const ANNOUNCE_MS = 10 * 60_000;

/**
 * `announced`: published, not used yet. `active`: makes tokens. `verify-only`: its tokens are still accepted.
 * `revoked`: nothing made with it is accepted. The state follows from times alone, so no job has to change it (decision
 * 16).
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

/** Returns whether a key was retired or revoked before `before`. */
export const endedBefore = ({ retired_at, revoked_at }: KeyRow, before: number): boolean =>
  [retired_at, revoked_at].some((at) => at !== null && at < before);

/** Returns why the active key of a use needs a successor; undefined if it does not, or has one. */
export function reasonForChange(
  rows: readonly KeyRow[],
  use: KeyUse,
  now: number,
): 'age' | 'count' | undefined {
  const active = findIn(rows, use, 'active', now);
  if (!active || findIn(rows, use, 'announced', now)) return undefined;
  if (active.uses >= MAX_USES) return 'count';
  // The successor takes over after the announcement, when this key must not exceed its age.
  return now - active.active_at >= MAX_AGE_MS[use] - ANNOUNCE_MS ? 'age' : undefined;
}
