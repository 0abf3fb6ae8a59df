import { actorOf } from '#audit/index.ts';
import { operation } from '#http/operation.ts';
import { sendAgain } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

/** POST /webhooks/:id/deliveries/:deliveryId/resend: sends again, with the same `webhook-id`. */
export const resendDelivery = (deps: WebhookDeps) =>
  operation({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/resend',
    right: 'webhooks',
    role: 'admin',
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
    async handle(call) {
      const actor = actorOf(call, call.via);
      const { id, deliveryId } = call.params;
      await deps.db.transaction((tx) => sendAgain(deps, tx, actor, id, deliveryId));
      return { status: 204 };
    },
  });
