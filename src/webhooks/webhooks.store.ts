import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

type Listener = Pick<WebhookRow, 'id' | 'event_types' | 'template_id' | 'created_by'>;

// Runs at every transition of a form. Most accounts have no webhook, so it has to be cheap.
const listeners = precompile<Listener, { readonly accountId: string }>((db, { accountId }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'event_types', 'template_id', 'created_by'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('id'),
);

/** Lists the webhooks of an account that are on. */
export const selectListeners = (db: Reader, accountId: string): Promise<Listener[]> =>
  listeners(db, { accountId });

export interface WebhookFilter {
  readonly templateId?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists webhooks in order of id, which is the order of their creation. */
export async function selectWebhooks(
  db: Reader,
  accountId: string,
  { templateId, after, limit }: WebhookFilter,
): Promise<readonly WebhookRow[]> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(templateId !== undefined, (query) => query.where('template_id', '=', templateId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function selectWebhook(
  db: Reader,
  accountId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return await webhookQuery(db, accountId, id).executeTakeFirst();
}

/** Reads a webhook like {@link selectWebhook}, and locks it until the transaction ends. */
export async function lockWebhook(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const query = webhookQuery(tx, accountId, id);
  // On SQLite, BEGIN IMMEDIATE is already the lock.
  const locked = engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
  return await locked.executeTakeFirst();
}

export async function countWebhooks(tx: Tx, accountId: string): Promise<number> {
  const rows = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

export async function insertWebhook(tx: Tx, row: Insertable<Tables['webhooks']>): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export async function updateWebhook(
  tx: Reader,
  accountId: string,
  id: string,
  change: Updateable<Tables['webhooks']>,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** @returns false if there was none. */
export async function deleteWebhookRow(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Records since when deliveries to the address fail, unless the webhook has another one by now. */
export async function markFailing(
  tx: Tx,
  { account_id, id, target_url }: Pick<WebhookRow, 'account_id' | 'id' | 'target_url'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('target_url', '=', target_url)
    .where('failing_since', 'is', null)
    .execute();
}

/** Records that a delivery succeeded. */
export async function markWorking(
  tx: Tx,
  { account_id, id }: Pick<WebhookRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

/** @returns whether it was on before. */
export async function turnOff(
  tx: Tx,
  { account_id, id }: Pick<WebhookRow, 'account_id' | 'id'>,
  reason: NonNullable<WebhookRow['disabled_reason']>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ state: 'disabled', disabled_reason: reason, disabled_at: now })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the name of a template of the account; undefined if there is none. */
export async function selectTemplateName(
  db: Reader,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('templates')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name;
}

/** Returns the names of those templates that still exist, by id. */
export async function selectTemplateNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function webhookQuery(db: Reader, accountId: string, id: string) {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id);
}
