import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { makeWebhook } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { NewHookBody, ShownHook } from '#webhooks/webhooks.shapes.ts';
import { toHookItem } from './hook-item.ts';

export const subscribeHook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/webhooks',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    body: 'json',
    doc: {
      summary: 'Subscribe a webhook',
      tag: 'Webhooks',
      description:
        'Formstead sends `{ type, timestamp, data: { id, url, templateId, revision } , Item: { Id } }`, signed according to Standard Webhooks 1.0.0. `webhook-id` is the same for every attempt.',
      idempotent: true,
      body: NewHookBody,
      responses: {
        201: { description: 'Created. The secret is shown only once.', schema: ShownHook },
      },
    },
    async handle(request) {
      const { eventType, targetUrl, entityId } = parseInput(NewHookBody, request.body);
      const actor = { ...actorOf(request, 'api'), userId: request.principal.userId };
      const input = {
        eventTypes: [eventType],
        targetUrl,
        ...(entityId !== undefined && { templateId: entityId.toLowerCase() }),
      };
      const { row, secret } = await deps.idempotency.once(request, 'POST /v2/webhooks', (tx) =>
        makeWebhook(deps, tx, actor, input, 'entityId'),
      );
      return { status: 201, body: { ...toHookItem(row), secret } };
    },
  });
