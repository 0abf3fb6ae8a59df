import type { KeyUse } from '#tokens/tokens.ts';
import type { KeyRow } from './key.store.ts';
import { stateOf } from './key-row.ts';

/** A key as an operator sees it. */
export interface KeyInfo {
  readonly kid: string;
  readonly use: KeyUse;
  readonly alg: string;
  readonly state: 'active' | 'verify-only' | 'revoked';
  readonly createdAt: number;
  readonly retiredAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export function toKeyInfo(row: KeyRow): KeyInfo {
  return {
    kid: row.kid,
    use: row.use,
    alg: row.alg,
    state: stateOf(row),
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
