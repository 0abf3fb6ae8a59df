import { whileOthersWait } from '#kernel/in-turns.ts';
import { onOwnBehalf } from '#kernel/on-behalf.ts';
import type { Database, Transaction, Tx } from './database.ts';

type Reminder = () => void;

/**
 * Reminders that run once a transaction is durable, and never if it is rolled back. They may be lost, because a node
 * can die in between.
 */
export interface AfterCommit {
  add(tx: Tx, reminder: Reminder): void;
  /** Returns the storage with transactions that run their reminders. */
  watch(db: Database): Database;
}

export function createAfterCommit(): AfterCommit {
  const reminders = new WeakMap<Tx, Reminder[]>();
  /** @param due receives the reminders of committed transactions */
  const noting =
    (transaction: Transaction, due: Reminder[]): Transaction =>
    async (work) => {
      let committed: Tx | undefined;
      const result = await transaction((tx) => {
        // The work may run more than once; only its last transaction is committed.
        committed = tx;
        return whileOthersWait(() => work(tx));
      });
      due.push(...((committed && reminders.get(committed)) ?? []));
      return result;
    };
  return {
    add(tx, reminder) {
      const known = reminders.get(tx);
      if (known) known.push(reminder);
      else reminders.set(tx, [reminder]);
    },
    watch: (db) => ({
      ...db,
      async transaction(work) {
        const due: Reminder[] = [];
        const result = await noting(db.transaction, due)(work);
        remindAll(due);
        return result;
      },
      async batch(work) {
        const due: Reminder[] = [];
        const result = await db.batch((transaction) => work(noting(transaction, due)));
        remindAll(due);
        return result;
      },
    }),
  };
}

function remindAll(due: readonly Reminder[]): void {
  onOwnBehalf(() => {
    for (const remind of due) remind();
  });
}
