import type { Random } from '#kernel/ids.ts';
import { generateKeyMaterial, type KeyUse } from '#tokens/tokens.ts';
import type { KeyRow } from './key.store.ts';
import type { Wrapper } from './wrapping.ts';

const PREFIX = { sig: 's', enc: 'e' } as const satisfies Record<KeyUse, string>;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a new key, active from `now` on, with a kid such as `s-2026-11-a2b3c4d5`. */
export function newKeyRow(use: KeyUse, now: number, random: Random, wrapper: Wrapper): KeyRow {
  const month = new Date(now).toISOString().slice(0, 7);
  const tail = [...random.bytes(8)].map((byte) => LETTERS.charAt(byte & 31)).join('');
  const kid = `${PREFIX[use]}-${month}-${tail}`;
  const { alg, publicJwk, secret } = generateKeyMaterial(use, random);
  return {
    kid,
    use,
    alg,
    public_jwk: publicJwk ?? null,
    wrapped: wrapper.wrap(secret, keyContext({ kid, use })),
    created_at: now,
    active_at: now,
    retired_at: null,
    revoked_at: null,
    uses: 0,
  };
}

/** Returns the context of a wrapped key, so that it can't replace another key, or serve another use. */
export function keyContext({ kid, use }: Pick<KeyRow, 'kid' | 'use'>): string {
  return `${kid} ${use}`;
}
