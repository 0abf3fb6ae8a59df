import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem, requireWebhook } from '#webhooks/webhook-item.ts';
import { Webhook } from '#webhooks/webhooks.shapes.ts';
import { updateWebhook } from '#webhooks/webhooks.store.ts';

/** POST /app/v1/webhooks/:id/enable: sends the waiting deliveries, and queues new events again. */
export const enableWebhook = ({ db, clock, audit, deliveryQueue }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks/:id/enable',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Turn a webhook back on',
      tag: 'Webhooks',
      description:
        'Sends the deliveries that were waiting when the webhook was turned off. Events that happened while it was off are not sent.',
      responses: {
        200: { description: 'The webhook is on.', schema: Webhook },
        404: { description: 'There is no such webhook.' },
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const webhookId = request.params.id;
      const body = await db.transaction(async (tx) => {
        const { state } = await requireWebhook(tx, accountId, webhookId);
        if (state !== 'active') {
          await updateWebhook(tx, accountId, webhookId, {
            state: 'active',
            disabled_reason: null,
            disabled_at: null,
            failing_since: null,
          });
          await audit.append(tx, actorOf(request, 'web'), {
            action: 'webhook.enable',
            targetType: 'Webhook',
            targetId: webhookId,
          });
          deliveryQueue.remind(tx, { accountId, webhookId });
        }
        return readWebhookItem(tx, accountId, webhookId, clock.now());
      });
      return { status: 200, body };
    },
  });
