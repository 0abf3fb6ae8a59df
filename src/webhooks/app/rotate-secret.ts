import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { renewSecret } from '#webhooks/renew-secret.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem } from '#webhooks/webhook-item.ts';
import { RotateWebhookSecretBody, ShownWebhookSecret } from '#webhooks/webhooks.shapes.ts';

/** POST /app/v1/webhooks/:id/rotate-secret: creates a secret; for a while, the former one signs too. */
export const rotateSecret = (deps: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/webhooks/:id/rotate-secret',
    role: 'admin',
    confirmed: true,
    body: RotateWebhookSecretBody,
    doc: {
      summary: 'Rotate the secret of a webhook',
      tag: 'Webhooks',
      responses: {
        200: { description: 'Created. The secret is shown only once.', schema: ShownWebhookSecret },
        404: 'no webhook',
      },
    },
    async handle(request) {
      const { overlapSeconds } = request.body;
      const actor = actorOf(request, 'web');
      const { id } = request.params;
      const body = await deps.db.transaction(async (tx): Promise<ShownWebhookSecret> => {
        const secret = await renewSecret(deps, tx, actor, id, overlapSeconds);
        return {
          webhook: await readWebhookItem(tx, actor.accountId, id, deps.clock.now()),
          secret,
        };
      });
      return { status: 200, body };
    },
  });
