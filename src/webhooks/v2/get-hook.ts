import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { HookItem } from '#webhooks/webhooks.shapes.ts';
import { toHookItem } from './hook-item.ts';

export const getHook = ({ db, clock }: WebhookDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/webhooks/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'Read a webhook',
      tag: 'Webhooks',
      responses: {
        200: { description: 'The webhook, without its secret.', schema: HookItem },
        304: 'not modified',
        404: 'no webhook in the account',
      },
    },
    async handle(request) {
      const id = request.params.id;
      const row = await requireWebhook(db.reader, request.principal.accountId, id);
      return replyWith(request, toHookItem(row, clock.now()));
    },
  });
