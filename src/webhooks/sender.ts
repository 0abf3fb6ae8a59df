import { onBehalfOf } from '#kernel/on-behalf.ts';
import { type AttemptDeps, attemptDelivery } from './attempt.ts';
import {
  claim,
  type DeliveryRow,
  putBack,
  selectDue,
  selectDueWebhooks,
  type WebhookKey,
} from './deliveries.store.ts';
import type { Outbox } from './outbox.ts';
import { type SettleDeps, settle } from './settle.ts';
import { selectWebhook, type WebhookRow } from './webhooks.store.ts';

/** At once to one receiver, so that a slow one holds up nobody else. */
const PER_WEBHOOK = 4;
/** At once from this node. */
const PER_NODE = 64;
/** Longer than any attempt takes: what a node claimed and never settled is due again after it. */
const CLAIM_MS = 30_000;
/** How long attempts may go on when the node stops. */
const GRACE_MS = 2000;

export interface SenderDeps extends AttemptDeps, SettleDeps {
  readonly outbox: Outbox;
  /** Hears when the storage failed; what was to be sent stays due. */
  readonly onError: (error: unknown) => void;
}

/** Delivers what the outbox holds: at once what this node wrote, and whatever is due with `sendDue`. */
export interface Sender {
  /** Finds webhooks with something due and starts on them, without waiting for receivers. */
  sendDue(): Promise<void>;
  /** Ends attempts that do not end by themselves soon; they are due again at once. */
  close(): Promise<void>;
}

interface Lane {
  readonly key: WebhookKey;
  inFlight: number;
  /** Something may have come since it was last looked at. */
  stale: boolean;
  looking: boolean;
}

export function createSender(deps: SenderDeps): Sender {
  const { db, clock, outbox, onError } = deps;
  const stopping = new AbortController();
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  let inFlight = 0;
  let isClosed = false;

  const run = (work: Promise<void>): void => {
    const tracked: Promise<void> = work.catch(onError).finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const deliver = async (lane: Lane, webhook: WebhookRow, delivery: DeliveryRow, until: number) => {
    try {
      const attempt = await attemptDelivery(deps, webhook, delivery, stopping.signal);
      const claimed = { ...delivery, until };
      // Cut off by our own stopping: no failure of the receiver's.
      const isCut = stopping.signal.aborted && attempt.status === undefined;
      if (isCut) await putBack(db.reader, claimed, clock.now());
      else await settle(deps, webhook, claimed, attempt);
    } finally {
      lane.inFlight -= 1;
      inFlight -= 1;
      wakeAll(lane);
    }
  };

  /** Claims as much as there is room for. */
  const fill = async (lane: Lane): Promise<void> => {
    const room = Math.min(PER_WEBHOOK - lane.inFlight, PER_NODE - inFlight);
    if (room <= 0 || isClosed) return;
    lane.stale = false;
    const { accountId, webhookId } = lane.key;
    const webhook = await selectWebhook(db.reader, accountId, webhookId);
    if (webhook?.state !== 'active') return;
    const due = await selectDue(db.reader, lane.key, clock.now(), room);
    for (const delivery of due) {
      if (isClosed) return;
      const until = await claim(db.reader, delivery, { now: clock.now(), lifeMs: CLAIM_MS });
      if (until === undefined) continue;
      lane.inFlight += 1;
      inFlight += 1;
      run(deliver(lane, webhook, delivery, until));
    }
    // A full answer: there may be more.
    if (due.length === room) lane.stale = true;
  };

  const look = async (lane: Lane): Promise<void> => {
    lane.looking = true;
    try {
      await onBehalfOf(lane.key.accountId, () => fill(lane));
    } finally {
      lane.looking = false;
      wake(lane);
    }
  };

  /** Looks at a lane again where there is room and reason to; forgets one with nothing to do. */
  function wake(lane: Lane): void {
    const hasRoom = lane.inFlight < PER_WEBHOOK && inFlight < PER_NODE;
    if (!isClosed && lane.stale && !lane.looking && hasRoom) run(look(lane));
    else if (!lane.stale && !lane.looking && lane.inFlight === 0) lanes.delete(nameOf(lane.key));
  }

  /** An attempt ended: its own lane goes on, and so may one that the node had no room for. */
  function wakeAll(first: Lane): void {
    wake(first);
    for (const lane of [...lanes.values()]) wake(lane);
  }

  const hear = (key: WebhookKey): void => {
    if (isClosed) return;
    const lane = lanes.get(nameOf(key)) ?? { key, inFlight: 0, stale: true, looking: false };
    lane.stale = true;
    lanes.set(nameOf(key), lane);
    wake(lane);
  };
  outbox.listen(hear);

  return {
    async sendDue() {
      for (const key of await selectDueWebhooks(db.reader, clock.now())) hear(key);
    },
    async close() {
      isClosed = true;
      const timer = setTimeout(() => stopping.abort(), GRACE_MS);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

const nameOf = ({ accountId, webhookId }: WebhookKey): string => `${accountId} ${webhookId}`;
