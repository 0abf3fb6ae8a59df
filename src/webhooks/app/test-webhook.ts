import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { SentTest } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks/:id/test: queues a test event, which is delivered like any other. */
export const testWebhook = ({ db, audit, deliveryQueue }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks/:id/test',
    role: 'admin',
    doc: {
      summary: 'Send a test event to a webhook',
      tag: 'Webhooks',
      description: 'The list of deliveries shows the result.',
      responses: {
        202: { description: 'The event was queued.', schema: SentTest },
        404: { description: 'There is no such webhook.' },
        409: { description: 'The webhook is turned off.' },
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const webhookId = request.params.id;
      const deliveryId = await db.transaction(async (tx) => {
        const { state } = await requireWebhook(tx, accountId, webhookId);
        if (state !== 'active') {
          throw fail('webhook-disabled', 'The webhook is turned off. Turn it on to test it.');
        }
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'webhook.test',
          targetType: 'Webhook',
          targetId: webhookId,
        });
        return deliveryQueue.appendTest(tx, { accountId, webhookId });
      });
      return { status: 202, body: { deliveryId } };
    },
  });
