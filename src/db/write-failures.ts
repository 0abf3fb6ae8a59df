import type { CommitFailure } from './commit-queue.ts';
import { LOCKED_OUT } from './dialect.ts';

/** Returns the error that a caller gets whose transaction was refused or may not be durable. */
export function errorOf({ why, cause }: CommitFailure): unknown {
  if (why === 'disk') return outage('The disk failed. Nothing is written until a restart.', cause);
  if (why === 'closed') return outage('The storage is closing.', cause);
  if (why === 'undone') {
    const error = new Error('The storage undid a transaction.', { cause });
    return Object.assign(error, { code: 'SQLITE_BUSY' });
  }
  return cause;
}

export const lockedOut = (cause: unknown): Error =>
  outage('Another process keeps the storage to itself.', cause);

// The code LOCKED_OUT keeps the transaction from being retried.
const outage = (message: string, cause: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: LOCKED_OUT });
