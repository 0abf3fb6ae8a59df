import type { Insertable, Selectable } from 'kysely';
import { isUnclaimed } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Owner } from '#kernel/fair-queue.ts';

export type QueuedMailRow = Selectable<Tables['notices']>;
type Named = Pick<QueuedMailRow, 'account_id' | 'id'>;

export async function insertMails(
  tx: Tx,
  rows: readonly Insertable<Tables['notices']>[],
): Promise<void> {
  await tx
    .insertInto('notices')
    .values([...rows])
    .execute();
}

/** Lists who caused mails that are due. The table is short, because sent mails are deleted. */
export async function selectDueOwners(db: Reader, now: number): Promise<readonly Owner[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['account_id', 'caused_by'])
    .distinct()
    .where('next_at', '<=', now)
    .where(isUnclaimed(db, now))
    .orderBy('account_id')
    .orderBy('caused_by')
    .execute();
  return rows.map((row) => ({ account: row.account_id, person: row.caused_by ?? '' }));
}

/** Lists the due mails that somebody of an account caused, longest due first. */
export async function selectDue(
  db: Reader,
  { account, person }: Owner,
  now: number,
  limit: number,
): Promise<readonly QueuedMailRow[]> {
  return await db
    .selectFrom('notices')
    .selectAll()
    .where('account_id', '=', account)
    .where((eb) => (person === '' ? eb('caused_by', 'is', null) : eb('caused_by', '=', person)))
    .where('next_at', '<=', now)
    .where(isUnclaimed(db, now))
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Makes a mail due again at the given time. */
export async function postpone(db: Reader, { account_id, id }: Named, nextAt: number) {
  await db
    .updateTable('notices')
    .set((eb) => ({ next_at: nextAt, claimed_until: null, attempts: eb('attempts', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteQueuedMail(db: Reader, { account_id, id }: Named): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
