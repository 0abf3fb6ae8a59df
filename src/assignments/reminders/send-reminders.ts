import type { Tx } from '#db/database.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import type { LettersDeps } from '#letters/index.ts';
import { peopleOf } from './people-of.ts';
import { type Reminded, selectReminded, takeReminders } from './reminders.store.ts';

const MINUTE_MS = 60_000;
/** How long reminders are collected for one letter, so that nobody gets more than six in an hour. */
const GATHERED_MS = 10 * MINUTE_MS;
/** How long at most, while an action goes on that reminds of much work. */
const MOST_GATHERED_MS = 60 * MINUTE_MS;
const LIFE_MS = 2 * 24 * 60 * MINUTE_MS;

type Deps = Pick<LettersDeps, 'db' | 'clock' | 'directory' | 'mailQueue'>;

/** Returns the job that writes each person one letter about all the work that somebody reminded them of. */
export const sendReminders = (deps: Deps): Job => ({
  name: 'send-reminders',
  everyMs: MINUTE_MS,
  async run() {
    const { db, clock } = deps;
    const now = clock.now();
    const until = { before: now - GATHERED_MS, latest: now - MOST_GATHERED_MS };
    const failures = await actOnListed(
      (page) => selectReminded(db.reader, until, page),
      (each) => db.transaction((tx) => sendReminder(deps, tx, each)),
    );
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} people were not reminded.`);
    }
  },
});

/** Takes the reminders of somebody and queues their letter in one transaction, so that none is lost or sent twice. */
async function sendReminder(deps: Deps, tx: Tx, to: Reminded): Promise<void> {
  const work = await takeReminders(tx, to);
  if (work.length === 0) return;
  const expiresAt = deps.clock.now() + LIFE_MS;
  const { accountId, type, id } = to;
  const people = await peopleOf(deps, tx, to);
  await deps.mailQueue.append(
    tx,
    accountId,
    people.map((person) => ({
      kind: 'reminder',
      expiresAt,
      content: { about: { reminded: [...work], type, id, to: person } },
    })),
  );
}
