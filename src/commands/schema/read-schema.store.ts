import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** An entry of SQLite's schema. */
export interface SchemaEntry {
  /** `table`, `index`, `trigger` or `view`. */
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** The statement that created it; null for indexes that SQLite creates itself. */
  readonly sql: string | null;
}

/** Returns everything that an SQLite database defines. */
export async function readSqliteSchema(db: Reader): Promise<readonly SchemaEntry[]> {
  const { rows } = await sql<SchemaEntry>`
    select type, name, tbl_name as "table", sql from sqlite_schema`.execute(db);
  return rows;
}

/** Something that runs by itself when a row of a PostgreSQL table is read or written. */
export interface Reaction {
  /** `trigger`, `rule` or `policy`. */
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** The function that a trigger calls, and its body. */
  readonly calls: string | null;
  readonly body: string | null;
}

/**
 * Returns the triggers, rules and policies of the tables of this schema, except those that PostgreSQL created itself.
 */
export async function readReactions(db: Reader): Promise<readonly Reaction[]> {
  const { rows } = await sql<Reaction>`
    with own as (
      select oid, relname, relkind from pg_class where relnamespace = current_schema()::regnamespace
    )
    select 'trigger' as type, t.tgname as name, own.relname as "table", p.proname as calls, p.prosrc as body
      from pg_trigger t join own on own.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal
    union all
    select 'rule', r.rulename, own.relname, null, null
      from pg_rewrite r join own on own.oid = r.ev_class where own.relkind in ('r', 'p')
    union all
    select 'policy', l.polname, own.relname, null, null
      from pg_policy l join own on own.oid = l.polrelid`.execute(db);
  return rows;
}
