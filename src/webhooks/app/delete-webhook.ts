import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { removeWebhook } from '#webhooks/remove-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

/** DELETE /app/v1/webhooks/:id: deletes a webhook, with its waiting deliveries unsent. */
export const deleteWebhook = (deps: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/webhooks/:id',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Delete a webhook',
      tag: 'Webhooks',
      responses: {
        204: { description: 'Nothing more is sent. Waiting deliveries are dropped.' },
        404: 'no webhook',
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      await deps.db.transaction((tx) => removeWebhook(deps, tx, actor, id));
      return { status: 204 };
    },
  });
