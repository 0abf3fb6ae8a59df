import type { Database, Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { createLanes } from '#jobs/lanes.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import { SHARES } from '#kernel/shares.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { PushQueue } from '#push/index.ts';
import { type BellOwner, growNotice, insertNotices, lockUnread } from './bell.store.ts';
import {
  type CauseRow,
  postponeCause,
  selectCauseOwners,
  selectDueCauses,
  takeCauses,
} from './causes.store.ts';
import { channelsFor } from './choices/choices.ts';
import { queueMails } from './mails/queue-mails.ts';
import { peopleTold } from './people-told.ts';
import { joinSubjects, subjectsIn } from './subjects.ts';
import type { Teller } from './tell.ts';

const POLL_MS = 5000;
const MOST_ROUNDS = 5;
/** Delay after each failed attempt; the last one repeats. */
const BACKOFF_MS = [1000, 10_000, 60_000, 600_000];

export interface SpreadDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly directory: Directory;
  readonly teller: Pick<Teller, 'listen'>;
  readonly mailQueue: MailQueue;
  readonly pushQueue: Pick<PushQueue, 'append'>;
  /** Called, once it is committed, for each person whose notices have changed. */
  readonly onChange?: ((person: BellOwner) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

/** Gives people their notices of what happened. */
export interface NoticeSpreader {
  /** Spreads also what a node that died has left. */
  readonly job: Job;
  close(): Promise<void>;
}

export function createNoticeSpreader(deps: SpreadDeps): NoticeSpreader {
  const { db, clock, teller, onChange, onError } = deps;
  const spread = async (cause: CauseRow): Promise<void> => {
    try {
      const people = await db.transaction((tx) => spreadCauses(deps, tx, cause));
      for (const userId of people) onChange?.({ accountId: cause.account_id, userId });
    } catch (error) {
      onError(error);
      const pause = BACKOFF_MS[Math.min(cause.attempts, BACKOFF_MS.length - 1)] ?? POLL_MS;
      await postponeCause(db.reader, cause, clock.now() + pause);
    }
  };
  const lanes = createLanes({
    shares: SHARES.notices.shares,
    ownerOf: (owner: Owner) => owner,
    due: () => selectCauseOwners(db.reader, clock.now()),
    find: (owner, most) => selectDueCauses(db.reader, owner, clock.now(), most),
    work: spread,
    onError,
  });
  teller.listen(lanes.notify);
  return {
    job: {
      name: 'spread-notices',
      everyMs: POLL_MS,
      async run() {
        await lanes.look();
        await lanes.settled();
      },
    },
    close: () => lanes.close(),
  };
}

/** @returns the people whose notices have changed */
async function spreadCauses(deps: SpreadDeps, tx: Tx, like: CauseRow): Promise<readonly string[]> {
  const causes = await takeCauses(tx, like);
  const last = causes.at(-1);
  if (last === undefined) return [];
  const people = await peopleTold(deps.directory, tx, last);
  const added = causes.map(({ subject_id: id }) => id);
  let rest = people;
  // While this looked, another node may have given somebody a notice with the same key: then that one grows.
  for (let round = 0; rest.length > 0; round += 1) {
    if (round === MOST_ROUNDS) throw new Error('the notices of some people changed all the time');
    rest = await giveNotices(deps, tx, rest, last, added);
  }
  await queueMails(deps, tx, people, causes, deps.clock.now());
  await queuePushes(deps, tx, people, last);
  return people;
}

/** Has the notices pushed to those who want that. What is pushed is the id of their unread notice. */
const queuePushes = (
  { pushQueue, clock }: SpreadDeps,
  tx: Tx,
  people: readonly string[],
  { account_id: accountId, key, kind }: CauseRow,
): Promise<void> =>
  pushQueue.append(tx, accountId, people, async (userIds) => {
    const channels = await channelsFor(tx, { accountId, userIds }, kind, clock.now());
    const notices = await lockUnread(tx, accountId, userIds, key);
    return notices.flatMap(({ user_id: userId, id: noticeId }) => {
      const at = channels.get(userId)?.push;
      return at === undefined ? [] : [{ userId, noticeId, at }];
    });
  });

/** Lets the unread notices of people grow, and gives one to those who have none. @returns those who got one meanwhile */
async function giveNotices(
  { clock, ids }: SpreadDeps,
  tx: Tx,
  people: readonly string[],
  last: CauseRow,
  added: readonly string[],
): Promise<readonly string[]> {
  const { account_id: accountId, key } = last;
  const now = clock.now();
  const known = await lockUnread(tx, accountId, people, key);
  for (const row of known) {
    const { subjects, more } = joinSubjects(subjectsIn(row), added);
    const changes = { subjects: JSON.stringify(subjects), count: row.count + more, at: last.at };
    await growNotice(tx, row, { ...changes, by_user: last.by_user, changed_at: now });
  }
  const have = new Set(known.map(({ user_id: id }) => id));
  const { subjects, more } = joinSubjects([], added);
  const fresh = people.filter((id) => !have.has(id));
  const given = await insertNotices(
    tx,
    fresh.map((userId) => ({
      account_id: accountId,
      user_id: userId,
      id: ids.next(),
      kind: last.kind,
      key,
      subject_type: last.subject_type,
      subjects: JSON.stringify(subjects),
      count: more,
      by_user: last.by_user,
      outcome: last.outcome,
      at: last.at,
      read_at: null,
      changed_at: now,
    })),
  );
  return fresh.filter((id) => !given.has(id));
}
