import { claimDue } from '#db/claims.ts';
import { createLanes } from '#jobs/lanes.ts';
import { SHARES } from '#kernel/shares.ts';
import type { SpanSpec, Tracer } from '#kernel/span.ts';
import { within } from '#kernel/traced-work.ts';
import { type Attempt, type AttemptDeps, attemptDelivery } from './attempt.ts';
import {
  type DeliveryRow,
  putBack,
  selectDue,
  selectDueWebhooks,
  type WebhookKey,
} from './deliveries.store.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { mayKnowDelivery } from './may-know.ts';
import { type SettleDeps, settle, withhold } from './settle.ts';
import type { SeersOf } from './webhook.ts';
import { selectWebhook, type WebhookRow } from './webhooks.store.ts';

/** Longer than any attempt takes; after it, a delivery that a node claimed but did not settle is due again. */
const CLAIM_MS = 30_000;
/** How long attempts may continue when the node stops. */
const GRACE_MS = 2000;
const DELIVER: SpanSpec = { name: 'deliver webhook', kind: 'consumer' };

export interface SenderDeps extends AttemptDeps, SettleDeps {
  readonly deliveryQueue: DeliveryQueue;
  readonly seersOf: SeersOf;
  /** Undefined unless traces are on. */
  readonly tracer?: Tracer | undefined;
  /** Called when the database fails; the deliveries stay due. */
  readonly onError: (error: unknown) => void;
  /** Called after each attempt; not for one that this node cut off because it stops. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** Sends the deliveries of the queue: those that this node queues at once, and all due ones with `sendDue`. */
export interface Sender {
  /** Finds webhooks with due deliveries and starts to send them, without waiting for receivers. */
  sendDue(): Promise<void>;
  /** Aborts attempts that do not end within the grace period; their deliveries are due again at once. */
  close(): Promise<void>;
}

export function createSender(deps: SenderDeps): Sender {
  const { db, clock, deliveryQueue, seersOf, tracer, onError } = deps;
  const stopping = new AbortController();

  const find = async (key: WebhookKey, most: number): Promise<readonly Due[]> => {
    const webhook = await selectWebhook(db.reader, key.accountId, key.webhookId);
    if (webhook?.state !== 'active') return [];
    const due = await selectDue(db.reader, key, clock.now(), most);
    return due.map((delivery) => ({ webhook, delivery }));
  };
  const deliver = (due: Due): Promise<void> => {
    const { trace } = due.delivery;
    const span = trace === null ? undefined : tracer?.begin(DELIVER, trace);
    return within(span, () => deliverOnce(due));
  };
  const deliverOnce = async ({ webhook, delivery }: Due): Promise<void> => {
    const until = await claimDue(db.reader, 'webhook_deliveries', delivery, {
      now: clock.now(),
      lifeMs: CLAIM_MS,
    });
    if (until === undefined) return;
    const claimed = { ...delivery, until };
    // Since the event was queued, rights may have ended, or somebody else decides where it goes.
    if (!(await mayKnowDelivery(seersOf, db.reader, delivery, webhook.created_by))) {
      return withhold(deps, claimed);
    }
    const attempt = await attemptDelivery(deps, webhook, delivery, stopping.signal);
    // This node aborted the request because it stops, so the receiver has not failed.
    const isCut = stopping.signal.aborted && attempt.status === undefined;
    if (isCut) return putBack(db.reader, claimed, clock.now());
    await settle(deps, webhook, claimed, attempt);
    deps.onAttempt?.(attempt);
  };
  const lanes = createLanes({
    // A slow receiver does not delay others, and an account whose receivers don't answer never has all places.
    shares: SHARES.deliveries.shares,
    ownerOf: ({ accountId, webhookId }: WebhookKey) => ({ account: accountId, person: webhookId }),
    due: () => selectDueWebhooks(db.reader, clock.now()),
    find,
    work: deliver,
    onError,
  });
  deliveryQueue.listen(lanes.notify);

  return {
    sendDue: lanes.look,
    async close() {
      const timer = setTimeout(() => stopping.abort(), GRACE_MS);
      await lanes.close();
      clearTimeout(timer);
    },
  };
}

interface Due {
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
}
