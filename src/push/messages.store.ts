import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Owner } from '#kernel/fair-queue.ts';

/** A message that waits for a browser. It holds the id of a notice. */
export type PushMessage = Selectable<Tables['push_messages']>;

/** Queues messages; one that waits already for the same browser and notice says the same. */
export async function insertMessages(tx: Tx, rows: readonly PushMessage[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('push_messages')
    .values([...rows])
    .onConflict((oc) => oc.columns(['account_id', 'subscription_id', 'notice_id']).doNothing())
    .execute();
}

/** Returns the people for whom messages are due. */
export async function selectOwnersDue(db: Reader, now: number): Promise<readonly Owner[]> {
  const rows = await db
    .selectFrom('push_messages')
    .select((eb) => ['account_id', 'user_id', eb.fn.min('next_at').as('first')])
    .where('next_at', '<=', now)
    .groupBy(['account_id', 'user_id'])
    .orderBy('first')
    .orderBy('account_id')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ account: row.account_id, person: row.user_id }));
}

export const selectDueMessages = (
  db: Reader,
  { account, person }: Owner,
  now: number,
  limit: number,
): Promise<readonly PushMessage[]> =>
  db
    .selectFrom('push_messages')
    .selectAll()
    .where('account_id', '=', account)
    .where('user_id', '=', person)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function deleteMessage(
  db: Reader,
  { account_id, id }: Pick<PushMessage, 'account_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('push_messages')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Sends a message again later. */
export async function postponeMessage(
  db: Reader,
  { account_id, id }: PushMessage,
  nextAt: number,
  attempts: number,
): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ attempts, next_at: nextAt, claimed_until: null })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
