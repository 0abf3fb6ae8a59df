import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import type { Tables } from '#db/tables.ts';

/** A browser that somebody lets news be pushed to. */
export type Subscription = Selectable<Tables['push_subscriptions']>;

export const subscriptionContext = (accountId: string, id: string): string =>
  `push subscription ${accountId} ${id}`;

/** The addresses and keys of subscriptions, for a move to another master key. */
export const sealedSubscriptions: SealedTexts = sealedColumn({
  name: 'subscriptions to web push',
  table: 'push_subscriptions',
  column: 'sealed',
  id: 'id',
  contextOf: subscriptionContext,
});

export async function insertSubscription(tx: Tx, row: Subscription): Promise<void> {
  await tx.insertInto('push_subscriptions').values(row).execute();
}

/** Deletes whatever subscription has an address: a browser has one, whoever is signed in. */
export async function deleteByEndpoint(tx: Tx, endpointHash: string): Promise<void> {
  const rows = await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint_hash', '=', endpointHash)
    .returning(['account_id', 'id'])
    .execute();
  for (const row of rows) await deleteMessagesOf(tx, row.account_id, row.id);
}

/** @returns whether the user had it */
export async function deleteSubscription(
  tx: Tx,
  {
    accountId,
    userId,
    id,
  }: { readonly accountId: string; readonly userId: string; readonly id: string },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (row) await deleteMessagesOf(tx, accountId, id);
  return row !== undefined;
}

const deleteMessagesOf = (tx: Tx, accountId: string, subscriptionId: string) =>
  tx
    .deleteFrom('push_messages')
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', subscriptionId)
    .execute();

/** Returns the subscriptions of a user, the newest first. */
export const selectSubscriptions = (
  db: Reader,
  accountId: string,
  userId: string,
): Promise<readonly Subscription[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();

export const findSubscription = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<Subscription | undefined> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Lets the subscriptions of a session go on with the one that replaces it. */
export async function moveSubscriptions(
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  from: string,
  to: string,
): Promise<void> {
  await tx
    .updateTable('push_subscriptions')
    .set({ session_id: to })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('session_id', '=', from)
    .execute();
}

/** Deletes the subscriptions whose session has ended, with what waits for them. */
export async function purgeSubscriptions(tx: Tx): Promise<void> {
  await sql`
    delete from push_subscriptions where not exists (
      select 1 from sessions s
      where s.account_id = push_subscriptions.account_id and s.id = push_subscriptions.session_id
        and s.user_id = push_subscriptions.user_id)`.execute(tx);
  await sql`
    delete from push_messages where not exists (
      select 1 from push_subscriptions p
      where p.account_id = push_messages.account_id and p.id = push_messages.subscription_id)`.execute(
    tx,
  );
}

/** Returns which subscriptions some users have. */
export const selectSubscriptionsOf = (
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<readonly Pick<Subscription, 'id' | 'user_id'>[]> =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('user_id'), userIds))
    .execute();
