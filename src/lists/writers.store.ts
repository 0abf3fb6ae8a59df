import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { List } from './list.ts';

// One write at a time makes the next version of a list. It takes many transactions, so it holds the list by a name and
// a time that it renews.

type Of = Pick<List, 'accountId' | 'id'>;

export interface Writer {
  /** Random, of this write alone. */
  readonly name: string;
  /** The node's clock; with several nodes, the storage's clock is used instead. */
  readonly now: number;
}

/** How long a write holds the list unless it goes on, in ms. */
const HOLD_MS = 60_000;

/** Returns the name of the write that holds a list, or did so and never ended. */
export async function findWriter(db: Reader, { accountId, id }: Of): Promise<string | undefined> {
  const row = await db
    .selectFrom('lists')
    .select('writer')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.writer ?? undefined;
}

/** Lets a write hold the list. The caller holds the lock on the list. */
export async function setWriter(
  tx: Tx,
  { accountId, id }: Of,
  { name, now }: Writer,
): Promise<void> {
  await tx
    .updateTable('lists')
    .set({ writer: name, writer_until: claimEnd(tx, now, HOLD_MS) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Ends a write. The caller holds the lock on the list. */
export async function clearWriter(tx: Tx, { accountId, id }: Of): Promise<void> {
  await tx
    .updateTable('lists')
    .set({ writer: null, writer_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Holds the list longer. @returns false when somebody else has taken over, or the list was deleted */
export async function renewWriter(
  tx: Tx,
  { accountId, id }: Of,
  { name, now }: Writer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lists')
    .set({ writer_until: claimEnd(tx, now, HOLD_MS) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('writer', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Takes a list over from a write whose time is over. @returns false when nobody writes, or somebody still does */
export async function takeOver(
  tx: Tx,
  { accountId, id }: Of,
  { name, now }: Writer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lists')
    .set({ writer: name, writer_until: claimEnd(tx, now, HOLD_MS) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('writer', 'is not', null)
    .where('writer_until', '<', storageNow(tx, now))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Returns lists whose writer never ended. */
export async function selectAbandoned(
  db: Reader,
  now: number,
  limit: number,
): Promise<readonly Of[]> {
  const rows = await db
    .selectFrom('lists')
    .select(['account_id', 'id'])
    .where('writer', 'is not', null)
    .where('writer_until', '<', storageNow(db, now))
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Makes the next version the one that everybody sees, and ends the write. */
export async function showVersion(
  tx: Tx,
  { accountId, id, version, seq, activeRows, inactiveRows }: List,
): Promise<void> {
  await tx
    .updateTable('lists')
    .set({
      version,
      last_seq: seq,
      active_rows: activeRows,
      inactive_rows: inactiveRows,
      writer: null,
      writer_until: null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
