import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { removeWebhook } from '#webhooks/remove-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

export const unsubscribeHook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/v2/webhooks/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'Unsubscribe a webhook',
      tag: 'Webhooks',
      responses: {
        204: { description: 'Nothing more is sent. Waiting deliveries are dropped.' },
        404: 'no webhook in the account',
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'api');
      const id = request.params.id;
      await deps.db.transaction((tx) => removeWebhook(deps, tx, actor, id));
      return { status: 204 };
    },
  });
