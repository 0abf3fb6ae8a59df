import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { requireWebhook } from './webhook-item.ts';

/** Queues a test event, and returns the id of its delivery. @throws AppError `not-found`, `webhook-disabled`. */
export async function sendTest(
  { audit, deliveryQueue }: WebhookDeps,
  tx: Tx,
  actor: Actor,
  webhookId: string,
): Promise<string> {
  const { accountId } = actor;
  const { state } = await requireWebhook(tx, accountId, webhookId);
  if (state !== 'active') {
    throw fail('webhook-disabled', 'The webhook is turned off. Turn it on to test it.');
  }
  await audit.append(tx, actor, {
    action: 'webhook.test',
    targetType: 'Webhook',
    targetId: webhookId,
  });
  return deliveryQueue.appendTest(tx, { accountId, webhookId });
}

/** Sends a delivery again, with the same `webhook-id`. @throws AppError `not-found`, `webhook-disabled`. */
export async function sendAgain(
  { audit, deliveryQueue }: WebhookDeps,
  tx: Tx,
  actor: Actor,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  const { accountId } = actor;
  const { state } = await requireWebhook(tx, accountId, webhookId);
  if (state !== 'active') {
    throw fail('webhook-disabled', 'The webhook is turned off. Turn it on to send.');
  }
  if (!(await deliveryQueue.resend(tx, { accountId, webhookId }, deliveryId))) {
    throw fail('not-found', 'The webhook has no delivery with this id.');
  }
  await audit.append(tx, actor, {
    action: 'webhook.resend',
    targetType: 'Webhook',
    targetId: webhookId,
    detail: { deliveryId },
  });
}
