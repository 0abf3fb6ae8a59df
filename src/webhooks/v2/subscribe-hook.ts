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
        'What is sent: `{ type, timestamp, data: { id, url, templateId, revision } , Item: { Id } }`, signed as Standard Webhooks 1.0.0 says. `webhook-id` is the same with every attempt.',
      body: NewHookBody,
      responses: { 201: { description: 'Made; the secret is shown once.', schema: ShownHook } },
    },
    async handle(request) {
      const { eventType, targetUrl, entityId } = parseInput(NewHookBody, request.body);
      const actor = { ...actorOf(request, 'api'), userId: request.principal.userId };
      const input = {
        eventTypes: [eventType],
        targetUrl,
        ...(entityId !== undefined && { templateId: entityId.toLowerCase() }),
      };
      const { row, secret } = await deps.db.transaction((tx) =>
        makeWebhook(deps, tx, actor, input, 'entityId'),
      );
      return { status: 201, body: { ...toHookItem(row), secret } };
    },
  });
