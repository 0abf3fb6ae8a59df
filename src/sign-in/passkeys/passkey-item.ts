import { type AppError, fail } from '#kernel/errors.ts';
import type { Passkey } from './passkey.shapes.ts';
import type { PasskeyRow } from './passkey.store.ts';

/** Returns a passkey as its owner sees it. */
export function toPasskey({
  id,
  name,
  created_at,
  last_used_at,
}: Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    ...(last_used_at !== null && { lastUsedAt: new Date(last_used_at).toISOString() }),
  };
}

export const noPasskey = (): AppError => fail('not-found', 'There is no passkey with this id.');
