import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { sendTest } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { SentTest } from '#webhooks/webhooks.shapes.ts';

/** POST /v2/webhooks/:id/test: queues a test event, which is delivered like any other. */
export const testHook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/webhooks/:id/test',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'Send a test event to a webhook',
      tag: 'Webhooks',
      description: 'The list of deliveries shows the result.',
      responses: {
        202: { description: 'The event was queued.', schema: SentTest },
        404: { description: 'The account has no such webhook.' },
        409: { description: 'The webhook is turned off.', codes: ['webhook-disabled'] },
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'api');
      const { id } = request.params;
      const deliveryId = await deps.db.transaction((tx) => sendTest(deps, tx, actor, id));
      return { status: 202, body: { deliveryId } };
    },
  });
