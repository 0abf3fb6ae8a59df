import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { makeWebhook } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem } from '#webhooks/webhook-item.ts';
import { NewWebhookBody, ShownWebhookSecret } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks: creates a webhook, which gets events from now on. */
export const postWebhook = (deps: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks',
    role: 'admin',
    confirmed: true,
    body: NewWebhookBody,
    doc: {
      summary: 'Create a webhook',
      tag: 'Webhooks',
      description: 'Events are signed according to Standard Webhooks 1.0.0.',
      responses: {
        201: { description: 'Created. The secret is shown only once.', schema: ShownWebhookSecret },
      },
    },
    async handle(request) {
      const input = request.body;
      const { accountId, userId } = request.principal;
      const actor = { ...actorOf(request, 'web'), userId };
      const body = await deps.db.transaction(async (tx): Promise<ShownWebhookSecret> => {
        const { row, secret } = await makeWebhook(deps, tx, actor, input);
        return { webhook: await readWebhookItem(tx, accountId, row.id, row.created_at), secret };
      });
      return { status: 201, body };
    },
  });
