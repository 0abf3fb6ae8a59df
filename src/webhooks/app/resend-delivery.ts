import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';

/** POST /app/v1/webhooks/:id/deliveries/:deliveryId/resend: sends again, with the same `webhook-id`. */
export const resendDelivery = ({ db, audit, deliveryQueue }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks/:id/deliveries/:deliveryId/resend',
    role: 'admin',
    doc: {
      summary: 'Send a delivery again',
      tag: 'Webhooks',
      description:
        'Uses the same `webhook-id`, so a receiver that already has the event ignores it.',
      responses: {
        204: { description: 'The event was queued.' },
        404: { description: 'There is no such webhook, or it has no such delivery.' },
        409: { description: 'The webhook is turned off.' },
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const webhookId = request.params.id;
      const deliveryId = request.params.deliveryId;
      await db.transaction(async (tx) => {
        const { state } = await requireWebhook(tx, accountId, webhookId);
        if (state !== 'active') {
          throw fail('webhook-disabled', 'The webhook is turned off. Turn it on to send.');
        }
        if (!(await deliveryQueue.resend(tx, { accountId, webhookId }, deliveryId))) {
          throw fail('not-found', 'The webhook has no delivery with this id.');
        }
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'webhook.resend',
          targetType: 'Webhook',
          targetId: webhookId,
          detail: { deliveryId },
        });
      });
      return { status: 204 };
    },
  });
