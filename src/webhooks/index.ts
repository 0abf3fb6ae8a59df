/**
 * Webhooks: subscriptions to events of forms, the delivery queue, delivery, and its log. `DeliveryQueue.append` queues an
 * event in the transaction that it reports; the domain that emits an event defines its meaning. All requests go out
 * through outbound/.
 */
import type { Database } from '#db/database.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { enableWebhook } from './app/enable-webhook.ts';
import { getWebhook } from './app/get-webhook.ts';
import { listDeliveries } from './app/list-deliveries.ts';
import { listWebhooks } from './app/list-webhooks.ts';
import { patchWebhook } from './app/patch-webhook.ts';
import { postWebhook } from './app/post-webhook.ts';
import { rotateSecret } from './app/rotate-secret.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import { resendDelivery } from './operations/resend-delivery.ts';
import { testWebhook } from './operations/test-webhook.ts';
import type { Sender } from './sender.ts';
import { getHook } from './v2/get-hook.ts';
import { listHookDeliveries } from './v2/list-hook-deliveries.ts';
import { listHooks } from './v2/list-hooks.ts';
import { patchHook } from './v2/patch-hook.ts';
import { rotateHookSecret } from './v2/rotate-hook-secret.ts';
import { subscribeHook } from './v2/subscribe-hook.ts';
import type { WebhookEndpointDeps } from './webhook-deps.ts';

export type { Attempt } from './attempt.ts';
export { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';
export { isDelivered } from './is-delivered.ts';
export { WEBHOOK_MESSAGES } from './message-docs.ts';
export { sealedWebhookSecrets } from './sealed-secrets.ts';
export { createSender, type Sender } from './sender.ts';
export { nameWebhooks, selectTurnedOff } from './turned-off.store.ts';
export { listUnreadableWebhooks } from './unreadable-secrets.store.ts';
export { readWaitingDeliveries } from './waiting-deliveries.store.ts';
export type { AnswersFor } from './webhook.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
const POLL_MS = 2000;
const PURGE_MS = 60_000;

/** Endpoints under /v2 in the reference service's shapes, and for the web app. */
export const webhookEndpoints = (deps: WebhookEndpointDeps): readonly Endpoint[] => [
  listHooks(deps),
  subscribeHook(deps),
  getHook(deps),
  patchHook(deps),
  rotateHookSecret(deps),
  listHookDeliveries(deps),
  listWebhooks(deps),
  postWebhook(deps),
  getWebhook(deps),
  patchWebhook(deps),
  ...deleteWebhook(deps),
  rotateSecret(deps),
  ...testWebhook(deps),
  enableWebhook(deps),
  listDeliveries(deps),
  ...resendDelivery(deps),
];

/**
 * Returns the jobs that send due deliveries, including those left by a node that died, and delete old ones after 30
 * days.
 */
export const webhookJobs = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  sender: Sender,
): readonly Job[] => [
  { name: 'send-webhooks', everyMs: POLL_MS, run: () => sender.sendDue() },
  {
    name: 'forget-webhook-deliveries',
    everyMs: PURGE_MS,
    run: () => deleteOldDeliveries(db.reader, clock.now() - KEPT_MS),
  },
];
