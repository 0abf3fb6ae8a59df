import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { turnOn } from '#webhooks/turn-on.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem, requireWebhook } from '#webhooks/webhook-item.ts';
import { Webhook } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks/:id/enable: sends the waiting deliveries, and queues new events again. */
export const enableWebhook = (deps: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks/:id/enable',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Turn a webhook back on',
      tag: 'Webhooks',
      description:
        'Sends the deliveries that were waiting when the webhook was turned off, unless they are older than 30 days. Events that happened while it was off are not sent.',
      responses: {
        200: { description: 'The webhook is on.', schema: Webhook },
        404: 'no webhook',
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      const { accountId } = actor;
      const { id } = request.params;
      const body = await deps.db.transaction(async (tx) => {
        await turnOn(deps, tx, actor, await requireWebhook(tx, accountId, id));
        return readWebhookItem(tx, accountId, id, deps.clock.now());
      });
      return { status: 200, body };
    },
  });
