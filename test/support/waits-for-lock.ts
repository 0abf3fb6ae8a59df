import { sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Returns whether a transaction waits for another one. PostgreSQL only: SQLite has one writer at a time. */
export async function waitsForLock({ reader }: Database): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(reader)).rows.length > 0;
}
