import { deletedNames } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Webhook } from './webhooks.shapes.ts';
import { selectTemplateNames, selectWebhook, type WebhookRow } from './webhooks.store.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** Returns webhooks as their page shows them, without secrets. */
export async function toWebhookItems(
  db: Reader,
  accountId: string,
  rows: readonly WebhookRow[],
  now: number,
): Promise<readonly Webhook[]> {
  const templateIds = rows.flatMap(({ template_id }) => template_id ?? []);
  const existing = await selectTemplateNames(db, accountId, templateIds);
  const gone = templateIds.filter((id) => !existing.has(id));
  const deleted = await deletedNames(db, accountId, 'template.delete', gone);
  return rows.map((row) => toItem(row, { existing, deleted }, now));
}

type Names = ReadonlyMap<string, string>;

function toItem(
  row: WebhookRow,
  { existing, deleted }: { readonly existing: Names; readonly deleted: Names },
  now: number,
): Webhook {
  const { previous_until: until, template_id: templateId } = row;
  const isDeleted = templateId !== null && !existing.has(templateId);
  const templateName =
    templateId === null ? undefined : (existing.get(templateId) ?? deleted.get(templateId));
  return {
    id: row.id,
    targetUrl: row.target_url,
    eventTypes: JSON.parse(row.event_types),
    ...(templateId !== null && { templateId }),
    ...(templateName !== undefined && { templateName }),
    ...(isDeleted && { isTemplateDeleted: true }),
    ...(row.description !== null && { description: row.description }),
    state: row.state,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    ...(row.disabled_at !== null && { disabledAt: timeOf(row.disabled_at) }),
    ...(row.failing_since !== null && { failingSince: timeOf(row.failing_since) }),
    ...(until !== null && now < until && { previousSecretUntil: timeOf(until) }),
    createdAt: timeOf(row.created_at),
  };
}

/** @throws AppError `not-found`. */
export async function requireWebhook(
  db: Reader,
  accountId: string,
  id: string,
): Promise<WebhookRow> {
  const row = await selectWebhook(db, accountId, id);
  if (!row) throw noWebhook();
  return row;
}

/** @throws AppError `not-found`. */
export async function readWebhookItem(
  db: Reader,
  accountId: string,
  id: string,
  now: number,
): Promise<Webhook> {
  const [item] = await toWebhookItems(
    db,
    accountId,
    [await requireWebhook(db, accountId, id)],
    now,
  );
  if (!item) throw noWebhook();
  return item;
}

export const noWebhook = (): AppError => fail('not-found', 'There is no webhook with this id.');
