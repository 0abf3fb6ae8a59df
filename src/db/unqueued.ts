import { type Dialect, DummyDriver, Transaction } from 'kysely';
import type { Tx } from './database.ts';
import type { Prepared } from './transaction.ts';

/**
 * Returns the transaction without Kysely's queue, which sends a statement only after the answer to the one before. So
 * statements of a `Promise.all` reach `postgres-flush.ts` at the same time, which sends them together. A part of it that
 * goes on when another one has failed is refused: the connection may serve another transaction by then.
 * @param dialect that of the database
 */
export async function unqueued(tx: Tx, dialect: Dialect): Promise<Prepared> {
  const executor = tx.getExecutor();
  const connection = await executor.provideConnection(async (its) => its);
  let isOver = false;
  const own = executor.withConnectionProvider({
    async provideConnection(consumer) {
      if (isOver) throw new Error('The transaction is over.');
      return consumer(connection);
    },
  });
  return {
    tx: new Transaction({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor: own,
    }),
    close() {
      isOver = true;
    },
  };
}
