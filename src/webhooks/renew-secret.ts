import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { newSecret } from './sign.ts';
import { webhookContext } from './webhook.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { noWebhook } from './webhook-item.ts';
import { lockWebhook, updateWebhook } from './webhooks.store.ts';

/** Creates a secret and returns it; for a while, the former one signs too. @throws AppError `not-found`. */
export async function renewSecret(
  { audit, clock, random, seal }: WebhookDeps,
  tx: Tx,
  actor: Actor,
  id: string,
  overlapSeconds: number,
): Promise<string> {
  const { accountId } = actor;
  const secret = newSecret(random);
  // With the lock, the later of two rotations keeps the secret that the earlier one returned as the former one.
  const before = await lockWebhook(tx, accountId, id);
  if (!before) throw noWebhook();
  const overlaps = overlapSeconds > 0;
  await updateWebhook(tx, accountId, id, {
    secret: seal.seal(webhookContext(accountId, id), secret),
    previous_secret: overlaps ? before.secret : null,
    previous_until: overlaps ? clock.now() + overlapSeconds * 1000 : null,
  });
  await audit.append(tx, actor, {
    action: 'webhook.rotate-secret',
    targetType: 'Webhook',
    targetId: id,
    detail: { overlapSeconds },
  });
  return secret;
}
