import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

export interface ServerFacts {
  /** The major version. */
  readonly version: number;
  readonly encoding: string;
  readonly isStandby: boolean;
}

export async function readServerFacts(db: Reader): Promise<ServerFacts> {
  const { rows } = await sql<{ version: string; encoding: string; standby: boolean }>`
    select current_setting('server_version_num') as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error('PostgreSQL said nothing of itself');
  const version = Math.floor(Number(row.version) / 10_000);
  return { version, encoding: row.encoding, isStandby: row.standby };
}

/** Returns the time of the database server, in milliseconds since the epoch. */
export async function readServerTime(db: Reader): Promise<number> {
  const { rows } = await sql<{ now: string | number }>`
    select extract(epoch from clock_timestamp()) * 1000 as now
  `.execute(db);
  return Number(rows[0]?.now);
}
