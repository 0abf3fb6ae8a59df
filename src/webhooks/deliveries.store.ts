import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { isUnclaimed } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import { selectThrough } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

/** Begins the id of each delivery; a UUIDv7 follows. */
export const MESSAGE_PREFIX = 'msg_';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;
export type AttemptRow = Selectable<Tables['webhook_attempts']>;

export interface WebhookKey {
  readonly accountId: string;
  readonly webhookId: string;
}

export async function insertDeliveries(
  tx: Tx,
  rows: readonly Insertable<Tables['webhook_deliveries']>[],
): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values([...rows])
    .execute();
}

/** Lists webhooks that are on and have a delivery due. */
export async function selectDueWebhooks(db: Reader, now: number): Promise<readonly WebhookKey[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['account_id', 'id'])
    .where('state', '=', 'active')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries')
          .select(sql`1`.as('one'))
          .whereRef('webhook_deliveries.account_id', '=', 'webhooks.account_id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.next_at', '<=', now)
          .where(isUnclaimed(db, now)),
      ),
    )
    .orderBy('account_id')
    .orderBy('id')
    .execute();
  return rows.map(({ account_id, id }) => ({ accountId: account_id, webhookId: id }));
}

/** Lists the due deliveries of a webhook, longest due first. */
export async function selectDue(
  db: Reader,
  { accountId, webhookId }: WebhookKey,
  now: number,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .where('next_at', '<=', now)
    .where(isUnclaimed(db, now))
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type Claimed = Pick<DeliveryRow, 'account_id' | 'id'> & { readonly until: number };

/** Releases a claimed delivery, due at the given time. */
export async function putBack(db: Reader, claimed: Claimed, nextAt: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: nextAt, claimed_until: null })
    .where('account_id', '=', claimed.account_id)
    .where('id', '=', claimed.id)
    .where('next_at', '=', claimed.until)
    .execute();
}

/** Records a success, whether or not this node still has the claim. */
export async function settleDelivered(
  tx: Tx,
  { account_id, id }: Pick<DeliveryRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'delivered',
      next_at: null,
      claimed_until: null,
      attempts: eb('attempts', '+', 1),
    }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Makes a delivery due at `nextAt`, or gives it up; does nothing if another node has the claim by now. */
export async function settleFailed(
  tx: Tx,
  { account_id, id, until }: Claimed,
  nextAt: number | undefined,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: nextAt === undefined ? 'failed' : 'waiting',
      next_at: nextAt ?? null,
      claimed_until: null,
      attempts: eb('attempts', '+', 1),
    }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('next_at', '=', until)
    .execute();
}

export async function insertAttempt(
  tx: Tx,
  row: Insertable<Tables['webhook_attempts']>,
): Promise<void> {
  await tx.insertInto('webhook_attempts').values(row).execute();
}

/** Makes a delivery due now, with all its attempts again. @returns false if the webhook has no such delivery. */
export async function resend(
  tx: Tx,
  { accountId, webhookId }: WebhookKey,
  id: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', next_at: now, claimed_until: null, attempts: 0 })
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lists the deliveries of a webhook, newest first. */
export async function selectDeliveries(
  db: Reader,
  { accountId, webhookId }: WebhookKey,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly DeliveryRow[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Lists the attempts of these deliveries, oldest first. */
export async function selectAttempts(
  db: Reader,
  accountId: string,
  deliveryIds: readonly string[],
): Promise<readonly AttemptRow[]> {
  if (deliveryIds.length === 0) return [];
  return await selectThrough(db, 'webhook_attempts', 'webhook_attempts_by_delivery')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('delivery_id', 'in', [...deliveryIds])
    .orderBy('id')
    .execute();
}

/** Deletes deliveries and attempts from before the given time. */
export async function deleteOldDeliveries(db: Reader, before: number): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('id').execute();
  const tables = ['webhook_attempts', 'webhook_deliveries'] as const;
  const kinds = accounts.flatMap(({ id }) =>
    tables.map((table) => ({
      table,
      key: ['account_id', 'id'],
      where: sql<boolean>`account_id = ${id} and at < ${before}`,
    })),
  );
  await deleteOldRows(db, kinds);
}
