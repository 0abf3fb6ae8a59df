import type { Kysely } from 'kysely';
import { lockAccount, NeedsAccountLock } from './account-lock.ts';
import type { Tx } from './database.ts';
import { isRetryable } from './dialect.ts';
import type { Tables } from './tables.ts';

/** How long a write may keep losing races before its caller is told, in milliseconds. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/** Runs `work` in a transaction, again and again while it only loses races, and anew when it has to begin with a lock. */
export async function runTransaction<T>(
  db: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  jitter: () => number,
): Promise<T> {
  let waited = 0;
  let pause = FIRST_PAUSE_MS;
  const first = new Set<string>();
  for (;;) {
    let cause: unknown;
    try {
      return await db.transaction().execute(async (tx) => {
        try {
          for (const accountId of first) await lockAccount(tx, accountId);
          return await work(tx);
        } catch (error) {
          cause = error;
          throw error;
        }
      });
    } catch (error) {
      // A connection that is gone can't be rolled back either: what counts is what happened first.
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
