import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { newSecret } from '#webhooks/sign.ts';
import { secretContext } from '#webhooks/webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { noWebhook, readWebhookItem } from '#webhooks/webhook-item.ts';
import { RotateWebhookSecretBody, ShownWebhookSecret } from '#webhooks/webhooks.shapes.ts';
import { lockWebhook, updateWebhook } from '#webhooks/webhooks.store.ts';

/** POST /app/v1/webhooks/:id/rotate-secret: creates a secret; for a while, the former one signs too. */
export const rotateSecret = ({ db, clock, random, seal, audit }: WebhookDeps): Endpoint =>
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
        404: { description: 'There is no such webhook.' },
      },
    },
    async handle(request) {
      const { overlapSeconds } = request.body;
      const { accountId } = request.principal;
      const id = request.params.id;
      const secret = newSecret(random);
      const now = clock.now();
      const webhook = await db.transaction(async (tx) => {
        // With the lock, the later of two rotations keeps the secret that the earlier one returned as the former one.
        const before = await lockWebhook(tx, accountId, id);
        if (!before) throw noWebhook();
        const overlaps = overlapSeconds > 0;
        await updateWebhook(tx, accountId, id, {
          secret: seal.seal(secretContext(accountId, id), secret),
          previous_secret: overlaps ? before.secret : null,
          previous_until: overlaps ? now + overlapSeconds * 1000 : null,
        });
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'webhook.rotate-secret',
          targetType: 'Webhook',
          targetId: id,
          detail: { overlapSeconds },
        });
        return readWebhookItem(tx, accountId, id, now);
      });
      return { status: 200, body: { webhook, secret } satisfies ShownWebhookSecret };
    },
  });
