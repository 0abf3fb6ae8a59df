import type { Database, Reader, Tx } from '#db/database.ts';
import { actOnListed, type Page } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';

/** `due`: it is due within a day. `overdue`: it is late. */
export type DueEvent = 'due' | 'overdue';

const EVERY_MS = 30_000;

/** How long before something is due its event is sent. */
const AHEAD_MS: Readonly<Record<DueEvent, number>> = { due: 86_400_000, overdue: 0 };

/** What a job tells listeners of when it becomes due. */
export interface DueThings<Key> {
  readonly name: string;
  /** Lists what listeners were not told of for its due date, among what is due by a time in milliseconds. */
  list(db: Reader, event: DueEvent, by: number, page: Page): Promise<readonly Key[]>;
  /** Sends the event of one and stores its date, unless it has changed since it was listed. */
  tell(tx: Tx, event: DueEvent, key: Key, by: number): Promise<void>;
}

/**
 * Returns the job that tells listeners of what becomes due. Each is told of in a transaction of its own, which also
 * notes the date, so that a node that stops, or a second one, tells nothing twice and loses nothing, and others write
 * between them.
 */
export const dueJob = <Key>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { name, list, tell }: DueThings<Key>,
): Job => ({
  name,
  everyMs: EVERY_MS,
  async run() {
    const failures: unknown[] = [];
    for (const event of ['due', 'overdue'] as const) {
      const by = clock.now() + AHEAD_MS[event];
      const failed = await actOnListed(
        (page) => list(db.reader, event, by, page),
        (key) => db.transaction((tx) => tell(tx, event, key, by)),
      );
      failures.push(...failed);
    }
    if (failures.length === 0) return;
    throw new AggregateError(failures, `${name}: listeners were not told of ${failures.length}.`);
  },
});
