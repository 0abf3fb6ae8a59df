import { sql } from 'kysely';
import { engineOf, type Reader } from './dialect.ts';

/** Returns the version of SQLite or of the PostgreSQL server: `3.51.0`, `18.1`. */
export async function readEngineVersion(db: Reader): Promise<string> {
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`;
  const { rows } = await query.execute(db);
  // Distributions add their own name in brackets.
  return rows[0]?.version.split(' ')[0] ?? '';
}
