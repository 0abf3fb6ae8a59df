import type { Database } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { addChanges, countNext, readProgress } from './keep-counts.store.ts';

const EVERY_MS = 5000;
/** A server that stops waits no longer, and the next run continues. */
const RUN_MS = 2000;
/** Forms that one transaction counts, and changes that it adds up: requests that write wait for a few milliseconds. */
const AT_ONCE = 500;

interface CountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly atOnce?: number;
}

/**
 * The job that counts the forms that were there before they were counted, and then adds up what writes of forms changed,
 * so that a count reads few rows.
 */
export const keepFormCounts = ({ db, clock, atOnce = AT_ONCE }: CountDeps): Job => ({
  name: 'count-forms',
  everyMs: EVERY_MS,
  async run() {
    const until = clock.now() + RUN_MS;
    for (;;) {
      const progress = await readProgress(db.reader);
      if (progress === undefined) break;
      if (clock.now() >= until) return;
      await db.transaction((tx) => countNext(tx, progress, atOnce));
    }
    let added = atOnce;
    while (added === atOnce && clock.now() < until) {
      added = await db.transaction((tx) => addChanges(tx, atOnce));
    }
  },
});
