import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { KeyUse } from '#tokens/tokens.ts';

export type KeyRow = Selectable<Tables['keys']>;

/** All keys, newest first. */
export async function selectKeys(db: Reader): Promise<KeyRow[]> {
  return db
    .selectFrom('keys')
    .selectAll()
    .orderBy('active_at', 'desc')
    .orderBy('kid', 'desc')
    .execute();
}

export async function hasKeys(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('keys').select('kid').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Keys change one at a time in the whole deployment: the row's lock is held until the commit. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name: 'keys-lock', value: '' })
    .onConflict((clash) => clash.column('name').doUpdateSet({ value: '' }))
    .execute();
}

export async function insertKey(tx: Tx, row: KeyRow): Promise<void> {
  await tx.insertInto('keys').values(row).execute();
}

/** Inserts the key when no other one of its use is active. */
export async function insertIfNoneActive(tx: Tx, row: KeyRow): Promise<void> {
  const active = await tx
    .selectFrom('keys')
    .select('kid')
    .where('use', '=', row.use)
    .where('retired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!active) await insertKey(tx, row);
}

export async function retireKeys(tx: Tx, use: KeyUse, now: number): Promise<void> {
  await tx
    .updateTable('keys')
    .set({ retired_at: now })
    .where('use', '=', use)
    .where('retired_at', 'is', null)
    .execute();
}

/** @returns what the key is for; undefined when there is no such key. */
export async function markRevoked(tx: Tx, kid: string, now: number): Promise<KeyUse | undefined> {
  const row = await tx
    .updateTable('keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('kid', '=', kid)
    .returning('use')
    .executeTakeFirst();
  return row?.use;
}

/** Deletes what was retired or revoked before `before`. */
export async function deleteKeys(tx: Tx, before: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('keys')
    .where((eb) => eb.or([eb('retired_at', '<', before), eb('revoked_at', '<', before)]))
    .returning('kid')
    .execute();
  return rows.map((row) => row.kid).sort();
}
