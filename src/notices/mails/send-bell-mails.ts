import type { Database, Tx } from '#db/database.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { BellOwner } from '#notices/bell.store.ts';
import { adoptWaitingNews, selectDuePeople, takeNews } from './bell-mails.store.ts';
import { newsMail } from './news-mail.ts';

const EVERY_MS = 60_000;
/** How long news beyond a quota are collected for one letter. */
export const GATHERED_MS = 60 * 60_000;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailQueue: MailQueue;
}

/**
 * Returns the job that queues one mail for each person about everything that waits for them and is due: the daily digest,
 * what came in quiet hours, and what was beyond a quota.
 */
export const sendBellMails = (deps: Deps): Job => ({
  name: 'send-digests',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    await db.transaction((tx) => adoptWaitingNews(tx, GATHERED_MS));
    const now = clock.now();
    const failures = await actOnListed(
      (page) => selectDuePeople(db.reader, now, page),
      (each) => db.transaction((tx) => queueMail(deps, tx, each, now)),
    );
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} people were not told of their news.`);
    }
  },
});

async function queueMail(deps: Deps, tx: Tx, person: BellOwner, now: number): Promise<void> {
  const news = await takeNews(tx, person, now);
  const mail = newsMail(person.userId, news, { now, isCollected: true });
  if (news.length > 0) await deps.mailQueue.append(tx, person.accountId, [mail]);
}
