import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { sendAgain } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

/** POST /app/v1/webhooks/:id/deliveries/:deliveryId/resend: sends again, with the same `webhook-id`. */
export const resendDelivery = (deps: WebhookDeps): Endpoint =>
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
      const actor = actorOf(request, 'web');
      const { id, deliveryId } = request.params;
      await deps.db.transaction((tx) => sendAgain(deps, tx, actor, id, deliveryId));
      return { status: 204 };
    },
  });
