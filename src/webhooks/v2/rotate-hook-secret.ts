import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import { renewSecret } from '#webhooks/renew-secret.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { RotateWebhookSecretBody, ShownHook } from '#webhooks/webhooks.shapes.ts';
import { toHookItem } from './hook-item.ts';

/** POST /v2/webhooks/:id/rotate-secret: creates a secret; for a while, the former one signs too. */
export const rotateHookSecret = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/webhooks/:id/rotate-secret',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    body: 'json',
    doc: {
      summary: 'Rotate the secret of a webhook',
      tag: 'Webhooks',
      description:
        'Messages are also signed with the former secret for `overlapSeconds`, so that the receiver has time to take the new one.',
      idempotent: true,
      body: RotateWebhookSecretBody,
      responses: {
        200: { description: 'Created. The secret is shown only once.', schema: ShownHook },
        404: 'no webhook in the account',
      },
    },
    async handle(request) {
      const { overlapSeconds } = parseBodyInput(RotateWebhookSecretBody, request.body);
      const actor = actorOf(request, 'api');
      const { id } = request.params;
      const target = `POST /v2/webhooks/${id}/rotate-secret`;
      // Kept out of the result, which a repeated request gets: a secret is never in a second answer.
      let secret: string | undefined;
      const item = await deps.idempotency.once(request, target, async (tx) => {
        secret = await renewSecret(deps, tx, actor, id, overlapSeconds);
        const row = await requireWebhook(tx, actor.accountId, id);
        return toHookItem(row, deps.clock.now());
      });
      return { status: 200, body: { ...item, ...(secret !== undefined && { secret }) } };
    },
  });
