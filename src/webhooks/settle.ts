import type { Audit } from '#audit/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Tell } from '#kernel/notice.ts';
import { joinReason } from '#kernel/reasoned-text.ts';
import type { Attempt, AttemptFailure } from './attempt.ts';
import { type Claimed, insertAttempt, settleDelivered, settleFailed } from './deliveries.store.ts';
import { isDelivered } from './is-delivered.ts';
import { FAILING_MS, nextPause } from './retry.ts';
import {
  lockWebhook,
  markFailing,
  markWorking,
  turnOff,
  type WebhookRow,
} from './webhooks.store.ts';

export interface SettleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: Audit;
  readonly tell: Tell<Tx>;
}

const GONE = 410;

/** Logs an attempt and updates its delivery and webhook: delivered, due again, given up, or webhook turned off. */
export async function settle(
  deps: SettleDeps,
  webhook: WebhookRow,
  claimed: Claimed & { readonly attempts: number },
  attempt: Attempt,
): Promise<void> {
  const { db, ids } = deps;
  const { account_id, id } = claimed;
  await db.transaction(async (tx) => {
    await insertAttempt(tx, {
      account_id,
      id: ids.next(),
      delivery_id: id,
      at: attempt.at,
      ms: attempt.ms,
      status: attempt.status ?? null,
      error: attempt.error ?? null,
      answer: attempt.answer ?? null,
    });
    if (!isDelivered(attempt)) return settleFailure(deps, tx, webhook, claimed, attempt);
    await settleDelivered(tx, claimed);
    await markWorking(tx, webhook);
  });
}

/** Gives up a delivery that may not be told any more, and says so where an attempt would be. */
export async function withhold(
  { db, ids, clock }: Pick<SettleDeps, 'db' | 'ids' | 'clock'>,
  claimed: Claimed,
): Promise<void> {
  const { account_id, id: delivery_id } = claimed;
  const error = joinReason(
    'no-right' satisfies AttemptFailure,
    'not sent: the user who set up this webhook may not see all forms of the template',
  );
  await db.transaction(async (tx) => {
    const row = { account_id, id: ids.next(), delivery_id, at: clock.now(), ms: 0 };
    await insertAttempt(tx, { ...row, status: null, error, answer: null });
    await settleFailed(tx, claimed, undefined);
  });
}

async function settleFailure(
  { clock, audit, tell }: Pick<SettleDeps, 'clock' | 'audit' | 'tell'>,
  tx: Tx,
  webhook: WebhookRow,
  claimed: Claimed & { readonly attempts: number },
  attempt: Attempt,
): Promise<void> {
  const now = clock.now();
  const pause = nextPause(claimed.attempts + 1, attempt.retryAfter, now);
  await settleFailed(tx, claimed, pause === undefined ? undefined : now + pause);
  // A webhook is turned off by its current state: other deliveries may have succeeded or failed during this attempt.
  if (pause !== undefined && attempt.status !== GONE) return markFailing(tx, webhook, now);
  const latest = await lockWebhook(tx, webhook.account_id, webhook.id);
  // An answer from the address before a change says nothing about the new one.
  if (latest?.target_url !== webhook.target_url) return;
  await markFailing(tx, webhook, now);
  const isOver = pause === undefined && now - (latest.failing_since ?? now) >= FAILING_MS;
  const reason = attempt.status === GONE ? 'gone' : isOver ? 'failing' : undefined;
  if (reason === undefined || !(await turnOff(tx, webhook, reason, now))) return;
  await audit.append(
    tx,
    { accountId: webhook.account_id, via: 'system' },
    {
      action: 'webhook.disable',
      targetType: 'Webhook',
      targetId: webhook.id,
      detail: { reason, targetUrl: webhook.target_url },
    },
  );
  await tell(tx, {
    ...{ accountId: webhook.account_id, kind: 'webhook-failing', key: webhook.id },
    ...{ about: { type: 'webhook', id: webhook.id }, to: [{ type: 'Admins', id: '' }] },
  });
}
