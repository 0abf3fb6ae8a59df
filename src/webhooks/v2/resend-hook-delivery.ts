import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { sendAgain } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

/** POST /v2/webhooks/:id/deliveries/:deliveryId/resend: sends again, with the same `webhook-id`. */
export const resendHookDelivery = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/webhooks/:id/deliveries/:deliveryId/resend',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'Send a delivery again',
      tag: 'Webhooks',
      description:
        'Uses the same `webhook-id`, so a receiver that already has the event ignores it.',
      responses: {
        204: { description: 'The event was queued.' },
        404: { description: 'There is no such webhook, or it has no such delivery.' },
        409: { description: 'The webhook is turned off.', codes: ['webhook-disabled'] },
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'api');
      const { id, deliveryId } = request.params;
      await deps.db.transaction((tx) => sendAgain(deps, tx, actor, id, deliveryId));
      return { status: 204 };
    },
  });
