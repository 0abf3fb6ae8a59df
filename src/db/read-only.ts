import { onlyReads } from '#kernel/only-reads.ts';
import type { Database, Transaction } from './database.ts';
import { isRefusedWrite } from './dialect.ts';

/**
 * Returns the same storage, which only reads: its connections refuse writes themselves, and transactions that try one
 * throw AppError `read-only`.
 */
export function readOnly(db: Database): Database {
  const refusing =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction(work).catch(explainRefusal);
  return {
    ...db,
    isReadOnly: true,
    transaction: refusing(db.transaction),
    batch: (work) => db.batch((transaction) => work(refusing(transaction))),
  };
}

/** @throws AppError `read-only` for a write that the connection refused; otherwise the error itself */
function explainRefusal(error: unknown): never {
  throw isRefusedWrite(error) ? onlyReads(error) : error;
}
