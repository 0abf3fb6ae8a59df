import { actorOf } from '#audit/index.ts';
import { operation } from '#http/operation.ts';
import { removeWebhook } from '#webhooks/remove-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';

/** DELETE /webhooks/:id: deletes a webhook, with its waiting deliveries unsent. */
export const deleteWebhook = (deps: WebhookDeps) =>
  operation({
    method: 'DELETE',
    path: '/webhooks/:id',
    right: 'webhooks',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Delete a webhook',
      tag: 'Webhooks',
      responses: {
        204: { description: 'Nothing more is sent. Waiting deliveries are dropped.' },
        404: 'no webhook in the account',
      },
    },
    async handle(call) {
      const actor = actorOf(call, call.via);
      await deps.db.transaction((tx) => removeWebhook(deps, tx, actor, call.params.id));
      return { status: 204 };
    },
  });
