import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { lockDeployment } from '#db/deployment-values.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { KeyUse } from '#tokens/tokens.ts';

export type KeyRow = Selectable<Tables['keys']>;

/** Returns all keys, newest first. */
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

/** Locks all keys until the commit: in the whole deployment, one change of keys runs at a time. */
export const lockKeys = (tx: Tx): Promise<void> => lockDeployment(tx, 'keys-lock');

export async function insertKey(tx: Tx, row: KeyRow): Promise<void> {
  await tx.insertInto('keys').values(row).execute();
}

/** Retires the other keys of the use at `at`, unless they retire sooner. */
export async function retireOthers(
  tx: Tx,
  successor: Pick<KeyRow, 'kid' | 'use'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('keys')
    .set({ retired_at: at })
    .where('use', '=', successor.use)
    .where('kid', '!=', successor.kid)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', at)]))
    .execute();
}

export async function setActiveAt(tx: Tx, kid: string, at: number): Promise<void> {
  await tx.updateTable('keys').set({ active_at: at }).where('kid', '=', kid).execute();
}

export async function setRetiredAt(tx: Tx, kid: string, at: number | null): Promise<void> {
  await tx.updateTable('keys').set({ retired_at: at }).where('kid', '=', kid).execute();
}

/** Replaces the times of keys that are behind a limit. */
export async function bringBack(
  tx: Tx,
  limit: number,
  { now, activeAt }: { readonly now: number; readonly activeAt: number },
): Promise<void> {
  for (const [column, at] of [
    ['created_at', now],
    ['active_at', activeAt],
    ['retired_at', activeAt],
    ['revoked_at', now],
  ] as const) {
    const time = sql.ref(column);
    await sql`update keys set ${time} = ${at} where ${time} > ${limit}`.execute(tx);
  }
}

/**
 * Marks a key as revoked.
 * @returns the use of the key; undefined if it was revoked before
 */
export async function markRevoked(tx: Tx, kid: string, now: number): Promise<KeyUse | undefined> {
  const row = await tx
    .updateTable('keys')
    .set({ revoked_at: now })
    .where('kid', '=', kid)
    .where('revoked_at', 'is', null)
    .returning('use')
    .executeTakeFirst();
  return row?.use;
}

export async function deleteKeys(tx: Tx, kids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('keys')
    .where(isIn(tx, sql.ref('kid'), kids))
    .execute();
}

export async function setWrapped(tx: Tx, kid: string, wrapped: string): Promise<void> {
  await tx.updateTable('keys').set({ wrapped }).where('kid', '=', kid).execute();
}

/** Runs outside of a transaction, as tokens are not made in transactions. */
export async function addUses(db: Reader, kid: string, count: number): Promise<void> {
  await db
    .updateTable('keys')
    .set((eb) => ({ uses: eb('uses', '+', count) }))
    .where('kid', '=', kid)
    .execute();
}

export async function selectAllAccountIds(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
