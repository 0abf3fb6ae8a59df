import { actorOf } from '#audit/index.ts';
import { operation } from '#http/operation.ts';
import { sendTest } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { SentTest } from '#webhooks/webhooks.shapes.ts';

/** POST /webhooks/:id/test: queues a test event, which is delivered like any other. */
export const testWebhook = (deps: WebhookDeps) =>
  operation({
    method: 'POST',
    path: '/webhooks/:id/test',
    right: 'webhooks',
    role: 'admin',
    doc: {
      summary: 'Send a test event to a webhook',
      tag: 'Webhooks',
      description: 'The list of deliveries shows the result.',
      responses: {
        202: { description: 'The event was queued.', schema: SentTest },
        404: 'no webhook in the account',
        409: { description: 'The webhook is turned off.', codes: ['webhook-disabled'] },
      },
    },
    async handle(call) {
      const actor = actorOf(call, call.via);
      const { id } = call.params;
      const deliveryId = await deps.db.transaction((tx) => sendTest(deps, tx, actor, id));
      return { status: 202, body: { deliveryId } };
    },
  });
