import type { Kysely } from 'kysely';
import { lockAccount, NeedsAccountLock } from './account-lock.ts';
import { finish } from './before-commit.ts';
import type { Tx } from './database.ts';
import { isRetryable } from './dialect.ts';
import type { Tables } from './tables.ts';

/** How long a write is retried after lost races before its caller gets the error, in milliseconds. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/** A transaction as its work gets it. */
export interface Prepared {
  readonly tx: Tx;
  /** Called when the work is over, before the transaction ends. */
  close(): void;
}

/** Runs `work` in a transaction. Retries after lost races, and begins again when it needs an account lock first. */
export async function runTransaction<T>(
  db: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  jitter: () => number,
  prepare: (tx: Tx) => Promise<Prepared> = async (tx) => ({ tx, close: () => undefined }),
): Promise<T> {
  let waited = 0;
  let pause = FIRST_PAUSE_MS;
  const first = new Set<string>();
  for (;;) {
    let cause: unknown;
    try {
      return await db.transaction().execute(async (begun) => {
        const { tx, close } = await prepare(begun);
        try {
          for (const accountId of first) await lockAccount(tx, accountId);
          const result = await work(tx);
          await finish(tx);
          return result;
        } catch (error) {
          cause = error;
          throw error;
        } finally {
          close();
        }
      });
    } catch (error) {
      // A rollback fails on a broken connection, too; the first error is the cause.
      const began = cause ?? error;
      if (began instanceof NeedsAccountLock && !first.has(began.accountId)) {
        first.add(began.accountId);
        continue;
      }
      if (!isRetryable(began) || waited >= PATIENCE_MS) throw began;
    }
    const rest = pause * (0.5 + jitter());
    await new Promise((resolve) => setTimeout(resolve, rest));
    waited += rest;
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}
