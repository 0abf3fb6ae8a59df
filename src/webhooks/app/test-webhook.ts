import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { sendTest } from '#webhooks/send-by-hand.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { SentTest } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks/:id/test: queues a test event, which is delivered like any other. */
export const testWebhook = (deps: WebhookDeps): Endpoint =>
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
      const actor = actorOf(request, 'web');
      const { id } = request.params;
      const deliveryId = await deps.db.transaction((tx) => sendTest(deps, tx, actor, id));
      return { status: 202, body: { deliveryId } };
    },
  });
