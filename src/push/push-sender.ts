import { claimDue } from '#db/claims.ts';
import type { Database } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import { createLanes } from '#jobs/lanes.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import { SHARES } from '#kernel/shares.ts';
import {
  deleteMessage,
  type PushMessage,
  postponeMessage,
  selectDueMessages,
  selectOwnersDue,
} from './messages.store.ts';
import type { PushQueue } from './push-queue.ts';
import { type Pushed, type SendMessageDeps, sendMessage } from './send-message.ts';
import {
  deleteSubscription,
  findSubscription,
  purgeSubscriptions,
  type Subscription,
} from './subscriptions.store.ts';
import { readVapidKey } from './vapid-key.ts';

const LOOK_MS = 30_000;
/** Longer than any attempt takes; after it, a message that a node claimed and did not settle is due again. */
const CLAIM_MS = 30_000;
const MINUTE_MS = 60_000;
/** How long after each failed attempt a message is sent again. After the last one it is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 4 * 60 * MINUTE_MS];

export interface PushSenderDeps extends SendMessageDeps {
  readonly db: Database;
  readonly pushQueue: PushQueue;
  /** Returns whether a session goes on: subscriptions end with it. */
  readonly isLive: (session: {
    readonly accountId: string;
    readonly userId: string;
    readonly id: string;
  }) => Promise<boolean>;
  /** Returns when somebody wants to be told of a notice; undefined: not any more. A message may have waited for hours. */
  readonly wantedAt: (
    person: { readonly accountId: string; readonly userId: string },
    noticeId: string,
  ) => Promise<number | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Sends messages to browsers, those that this node queues at once. */
export interface PushSender {
  /** Sends also what others have left, and deletes the subscriptions of sessions that have ended. */
  readonly job: Job;
  close(): Promise<void>;
}

export function createPushSender(deps: PushSenderDeps): PushSender {
  const { db, clock, pushQueue, onError } = deps;
  const lanes = createLanes({
    shares: SHARES.pushes.shares,
    ownerOf: (owner: Owner) => owner,
    due: () => selectOwnersDue(db.reader, clock.now()),
    find: (owner, most) => selectDueMessages(db.reader, owner, clock.now(), most),
    work: (message) => deliver(deps, message),
    onError,
  });
  pushQueue.listen(lanes.notify);
  return {
    job: {
      name: 'send-pushes',
      everyMs: LOOK_MS,
      async run() {
        await db.transaction((tx) => purgeSubscriptions(tx));
        if (pushQueue.isOn) await lanes.look();
      },
    },
    close: () => lanes.close(),
  };
}

async function deliver(deps: PushSenderDeps, message: PushMessage): Promise<void> {
  const { db, clock } = deps;
  const { account_id: accountId, subscription_id: id, user_id: userId } = message;
  const claim = { now: clock.now(), lifeMs: CLAIM_MS };
  if ((await claimDue(db.reader, 'push_messages', message, claim)) === undefined) return;
  const subscription = await findSubscription(db.reader, accountId, id);
  if (!subscription || message.expires_at <= clock.now()) {
    return deleteMessage(db.reader, message);
  }
  const session = { accountId, userId, id: subscription.session_id };
  const isLive = await deps.isLive(session);
  if (isLive) {
    const at = await deps.wantedAt({ accountId, userId }, message.notice_id);
    if (at === undefined) return deleteMessage(db.reader, message);
    if (at > clock.now()) return postponeMessage(db.reader, message, at, message.attempts);
  }
  const pushed: Pushed = isLive
    ? await attempt(deps, subscription, message.notice_id)
    : { outcome: 'gone' };
  switch (pushed.outcome) {
    case 'sent':
      return deleteMessage(db.reader, message);
    case 'gone':
      await db.transaction((tx) => deleteSubscription(tx, { accountId, userId, id }));
      return;
    case 'again':
      return sendAgain(deps, message, pushed.afterMs);
    case 'refused':
      deps.onError(new Error(`a push service answered ${pushed.status}`));
      return deleteMessage(db.reader, message);
  }
}

async function attempt(
  deps: PushSenderDeps,
  subscription: Subscription,
  noticeId: string,
): Promise<Pushed> {
  try {
    const key = await readVapidKey(deps.db, deps.seal);
    return await sendMessage(deps, key, subscription, noticeId);
  } catch (error) {
    deps.onError(error);
    return { outcome: 'again', afterMs: 0 };
  }
}

async function sendAgain(
  { db, clock }: PushSenderDeps,
  message: PushMessage,
  afterMs: number,
): Promise<void> {
  const pause = PAUSES_MS[message.attempts];
  if (pause === undefined) return deleteMessage(db.reader, message);
  const at = clock.now() + Math.max(pause, afterMs);
  await postponeMessage(db.reader, message, at, message.attempts + 1);
}
