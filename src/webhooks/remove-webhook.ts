import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { noWebhook } from './webhook-item.ts';
import { deleteWebhookRow } from './webhooks.store.ts';

/**
 * Deletes a webhook, for /app and /v2. Its deliveries are no longer sent, and are deleted after 30 days like all
 * others. @throws AppError `not-found`.
 */
export async function removeWebhook(
  { audit }: Pick<WebhookDeps, 'audit'>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  if (!(await deleteWebhookRow(tx, actor.accountId, id))) throw noWebhook();
  const about = { targetType: 'Webhook', targetId: id };
  await audit.append(tx, actor, { action: 'webhook.delete', ...about });
}
