import type { Database, Tx } from './database.ts';

/** Things to do once a transaction is durable, and never when it is undone. They are reminders only: a node may die in between. */
export interface AfterCommit {
  add(tx: Tx, reminder: () => void): void;
  /** The storage, whose transactions do what was added to them. */
  watch(db: Database): Database;
}

export function createAfterCommit(): AfterCommit {
  const reminders = new WeakMap<Tx, (() => void)[]>();
  return {
    add(tx, reminder) {
      const known = reminders.get(tx);
      if (known) known.push(reminder);
      else reminders.set(tx, [reminder]);
    },
    watch: (db) => ({
      ...db,
      async transaction(work) {
        let committed: Tx | undefined;
        const result = await db.transaction((tx) => {
          // The work may run more than once: the last transaction is the one that stands.
          committed = tx;
          return work(tx);
        });
        for (const remind of (committed && reminders.get(committed)) ?? []) remind();
        return result;
      },
    }),
  };
}
