import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { changeWebhook } from '#webhooks/change-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem } from '#webhooks/webhook-item.ts';
import { Webhook, WebhookChangeBody } from '#webhooks/webhooks.shapes.ts';

/** PATCH /app/v1/webhooks/:id: changes the URL or the events of a webhook, or turns it off. */
export const patchWebhook = (deps: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/webhooks/:id',
    role: 'admin',
    confirmed: true,
    body: WebhookChangeBody,
    doc: {
      summary: 'Change a webhook',
      tag: 'Webhooks',
      description: 'null removes a member. While the webhook is off, no events are queued for it.',
      responses: {
        200: { description: 'The current state.', schema: Webhook },
        404: 'no webhook',
      },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      const actor = { ...actorOf(request, 'web'), userId };
      const { id } = request.params;
      const body = await deps.db.transaction(async (tx) => {
        await changeWebhook(deps, tx, actor, id, request.body);
        return readWebhookItem(tx, accountId, id, deps.clock.now());
      });
      return { status: 200, body };
    },
  });
