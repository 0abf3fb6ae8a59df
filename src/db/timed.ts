import type { Clock } from '#kernel/clock.ts';
import type { Database, Transaction } from './database.ts';

type Ended = (outcome: 'done' | 'failed', ms: number) => void;

/** Returns the same storage, whose transactions are timed from when they are asked for until they are answered. */
export function timed(db: Database, clock: Clock, onEnd: Ended): Database {
  const timing =
    (transaction: Transaction): Transaction =>
    async (work) => {
      const from = clock.now();
      try {
        const result = await transaction(work);
        onEnd('done', clock.now() - from);
        return result;
      } catch (error) {
        onEnd('failed', clock.now() - from);
        throw error;
      }
    };
  return {
    ...db,
    transaction: timing(db.transaction),
    batch: (work) => db.batch((transaction) => work(timing(transaction))),
  };
}
