import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

export interface LargeTable {
  readonly name: string;
  /** As the planner estimates it. */
  readonly rows: number;
  /** With its indexes. */
  readonly bytes: number;
}

/** Returns the five largest tables of a PostgreSQL database. */
export async function readLargestTables(db: Reader): Promise<readonly LargeTable[]> {
  const { rows } = await sql<LargeTable>`
    select relname as name, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by bytes desc, name limit 5`.execute(db);
  return rows.map(({ name, rows: count, bytes }) => ({
    ...{ name, rows: Number(count), bytes: Number(bytes) },
  }));
}
