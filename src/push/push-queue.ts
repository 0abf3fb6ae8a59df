import type { AfterCommit } from '#db/after-commit.ts';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import { insertMessages } from './messages.store.ts';
import { selectSubscriptionsOf } from './subscriptions.store.ts';

/** News that wait longer are not pushed any more: the bell has them. */
const LIFE_MS = 86_400_000;

/** Somebody who is to be told of a notice. */
export interface PushedNotice {
  readonly userId: string;
  readonly noticeId: string;
  /** When, in milliseconds: now or earlier means at once. */
  readonly at: number;
}

/** The messages that wait for browsers. They are queued in the transaction of their notice. */
export interface PushQueue {
  /** False unless the settings turn web push on. */
  readonly isOn: boolean;
  /**
   * Queues a message for each browser of the people.
   * @param noticesOf is asked only for people who have such browsers
   */
  append(
    tx: Tx,
    accountId: string,
    userIds: readonly string[],
    noticesOf: (userIds: readonly string[]) => Promise<readonly PushedNotice[]>,
  ): Promise<void>;
  /** Registers the function that is called, after the commit, for everybody who has new messages. */
  listen(onDue: (owner: Owner) => void): void;
}

export function createPushQueue({
  clock,
  ids,
  afterCommit,
  isOn,
}: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly afterCommit: AfterCommit;
  readonly isOn: boolean;
}): PushQueue {
  let listener: ((owner: Owner) => void) | undefined;
  return {
    isOn,
    async append(tx, accountId, userIds, noticesOf) {
      if (!isOn || userIds.length === 0) return;
      const subscriptions = await selectSubscriptionsOf(tx, accountId, userIds);
      if (subscriptions.length === 0) return;
      const people = [...new Set(subscriptions.map(({ user_id: id }) => id))];
      const notices = new Map((await noticesOf(people)).map((each) => [each.userId, each]));
      const now = clock.now();
      const rows = subscriptions.flatMap(({ id: subscription_id, user_id }) => {
        const notice = notices.get(user_id);
        if (!notice) return [];
        const next_at = Math.max(now, notice.at);
        return [
          {
            ...{ account_id: accountId, id: ids.next(), user_id, subscription_id },
            ...{ notice_id: notice.noticeId, attempts: 0, next_at, claimed_until: null },
            expires_at: next_at + LIFE_MS,
          },
        ];
      });
      await insertMessages(tx, rows);
      afterCommit.add(tx, () => {
        for (const person of notices.keys()) listener?.({ account: accountId, person });
      });
    },
    listen(onDue) {
      listener = onDue;
    },
  };
}
