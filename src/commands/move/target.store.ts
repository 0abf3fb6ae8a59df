import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { MOVING_IN } from '#db/migrate.ts';

/** Returns whether the schema of a PostgreSQL database in which tables are created has none yet. */
export async function isEmptyServer(db: Reader): Promise<boolean> {
  const { rows } = await sql`
    select tablename from pg_tables where schemaname = current_schema() limit 1`.execute(db);
  return rows.length === 0;
}

/** Marks a storage as incomplete, so that no program serves it. */
export async function markIncomplete(tx: Tx, now: number): Promise<void> {
  await sql`insert into migrations (name, at) values (${MOVING_IN}, ${now})`.execute(tx);
}
