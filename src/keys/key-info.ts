import type { KeyUse } from '#tokens/tokens.ts';
import type { KeyRow } from './key.store.ts';
import { type KeyState, stateOf } from './key-schedule.ts';

/** A key as an operator sees it. */
export interface KeyInfo {
  readonly kid: string;
  readonly use: KeyUse;
  readonly alg: string;
  readonly state: KeyState;
  readonly createdAt: number;
  /** When it makes its first token. */
  readonly activeAt: number;
  /** When it makes its last token; in the future while a successor is announced. */
  readonly retiredAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export function toKeyInfo(row: KeyRow, now: number): KeyInfo {
  return {
    kid: row.kid,
    use: row.use,
    alg: row.alg,
    state: stateOf(row, now),
    createdAt: row.created_at,
    activeAt: row.active_at,
    retiredAt: row.retired_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
