import type { Reader, Tx } from '#db/database.ts';
import type { List } from './list.ts';

type Of = Pick<List, 'accountId' | 'id'>;

/** Notes that rows of a list are to be deleted: all, if the list is deleted, else the oldest. The caller holds the lock on the list. */
export async function queueCleaning(tx: Tx, { accountId, id }: Of): Promise<void> {
  await tx
    .insertInto('list_cleanings')
    .values({ account_id: accountId, list_id: id })
    .onConflict((oc) => oc.columns(['account_id', 'list_id']).doNothing())
    .execute();
}

/** Returns some of the lists that have rows to delete. */
export async function selectCleanings(db: Reader, limit: number): Promise<readonly Of[]> {
  const rows = await db
    .selectFrom('list_cleanings')
    .selectAll()
    .orderBy('account_id')
    .orderBy('list_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, id: row.list_id }));
}

/** Forgets what was noted. The caller holds the lock on the list. */
export async function forgetCleaning(tx: Tx, { accountId, id }: Of): Promise<void> {
  await tx
    .deleteFrom('list_cleanings')
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .execute();
}
