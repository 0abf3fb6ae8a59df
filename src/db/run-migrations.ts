import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isLockTimeout } from './dialect.ts';
import { type MigrateOptions, migrate } from './migrate.ts';

/** Times that a step waits for its tables. Between two, the requests that queued behind it get their turn. */
const TRIES = 20;
const PAUSE_MS = 500;

interface Patience extends Pick<MigrateOptions, 'steps' | 'lockMs'> {
  readonly tries?: number;
}

/**
 * Brings the schema up to date. On SQLite, all steps apply or none. On PostgreSQL, each has a transaction of its own, so
 * that nodes that serve wait for one step at most; a step that finds its tables in use tries again.
 * @returns the names of the migrations that ran
 * @throws Error when a table stays in use, or what `migrate` throws
 */
export async function runMigrations(
  db: Database,
  now: number,
  { tries = TRIES, ...given }: Patience = {},
): Promise<readonly string[]> {
  const options = { ...given, ...(db.engine === 'postgres' && { atMost: 1 }) };
  const ran: string[] = [];
  for (let left = tries; ; ) {
    try {
      // Uses transaction() for its retries: on SQLite, another process may hold the write lock.
      const names = await db.transaction((tx) => migrate(tx, now, options));
      ran.push(...names);
      if (names.length === 0 || db.engine === 'sqlite') return ran;
      left = tries;
    } catch (error) {
      if (!(error instanceof Error && isLockTimeout(error.cause))) throw error;
      left -= 1;
      if (left === 0) throw stillInUse(error);
      await sleep(PAUSE_MS);
    }
  }
}

const stillInUse = (cause: unknown): Error =>
  new Error(
    'A table that a migration changes stays in use by a long transaction of another program. Find it in pg_stat_activity and end it, then start again: what has run stays, and the rest follows.',
    { cause },
  );
