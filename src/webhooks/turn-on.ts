import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { updateWebhook, type WebhookRow } from './webhooks.store.ts';

/** Sends the waiting deliveries of a webhook that was turned off, and queues new events for it again. */
export async function turnOn(
  { audit, deliveryQueue }: WebhookDeps,
  tx: Tx,
  actor: Actor,
  { account_id: accountId, id: webhookId, state }: WebhookRow,
): Promise<void> {
  if (state === 'active') return;
  await updateWebhook(tx, accountId, webhookId, {
    state: 'active',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
  });
  await audit.append(tx, actor, {
    action: 'webhook.enable',
    targetType: 'Webhook',
    targetId: webhookId,
  });
  deliveryQueue.remind(tx, { accountId, webhookId });
}
