import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { makeWebhook } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem } from '#webhooks/webhook-item.ts';
import { NewWebhookBody, ShownWebhookSecret } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks: an address that is told of events from now on. */
export const createWebhook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/webhooks',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    body: 'json',
    doc: {
      summary: 'Create a webhook',
      tag: 'Webhooks',
      description: 'Events are signed as Standard Webhooks 1.0.0 says.',
      body: NewWebhookBody,
      responses: {
        201: { description: 'Created; the secret is shown once.', schema: ShownWebhookSecret },
      },
    },
    async handle(request) {
      const input = parseInput(NewWebhookBody, request.body);
      const { accountId, userId } = request.principal;
      const actor = { ...actorOf(request, 'web'), userId };
      const body = await deps.db.transaction(async (tx): Promise<ShownWebhookSecret> => {
        const { row, secret } = await makeWebhook(deps, tx, actor, input);
        return { webhook: await readWebhookItem(tx, accountId, row.id, row.created_at), secret };
      });
      return { status: 201, body };
    },
  });
