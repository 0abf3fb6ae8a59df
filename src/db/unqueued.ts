import { type Dialect, DummyDriver, Transaction } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Returns the transaction without Kysely's queue, which sends a statement only after the answer to the one before. So
 * statements of a `Promise.all` reach `postgres-flush.ts` at the same time, which sends them together.
 * @param dialect that of the database
 */
export async function unqueued(tx: Tx, dialect: Dialect): Promise<Tx> {
  const executor = tx.getExecutor();
  const connection = await executor.provideConnection(async (its) => its);
  return new Transaction({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({
      provideConnection: (consumer) => consumer(connection),
    }),
  });
}
