// Everything that a database defines, in lines that can be compared.
import { sql } from 'kysely';
import { engineOf, type Reader } from '#db/dialect.ts';

/** Returns the columns, indexes, constraints, triggers and functions of a schema, sorted. */
export async function schemaOf(db: Reader): Promise<readonly string[]> {
  const { rows } = await (engineOf(db) === 'sqlite' ? SQLITE : POSTGRES).execute(db);
  return rows.map(({ line }) => line).sort();
}

interface Row {
  readonly line: string;
}

// Where one database has a column more, its CREATE TABLE differs too; the columns say which.
const SQLITE = sql<Row>`
  select type || ' ' || name || ' on ' || tbl_name || ': ' || coalesce(sql, 'automatic') as line from sqlite_schema
  union all
  select 'column ' || t.name || '.' || c.name || ': ' || c.type || ' null=' || (1 - c."notnull") || ' default='
    || coalesce(c.dflt_value, 'none') || ' key=' || c.pk
  from sqlite_schema t join pragma_table_xinfo(t.name) c where t.type = 'table'`;

const POSTGRES = sql<Row>`
  with own as (
    select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  )
  select 'column ' || own.relname || '.' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod) || ' collate='
      || coalesce(c.collname, 'none') || ' null=' || (not a.attnotnull) || ' default='
      || coalesce(pg_get_expr(d.adbin, d.adrelid), 'none') as line
    from pg_attribute a join own on own.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation c on c.oid = a.attcollation
    where a.attnum > 0 and not a.attisdropped
  union all
  select 'index ' || pg_get_indexdef(i.indexrelid) || ' valid=' || i.indisvalid
    from pg_index i join own on own.oid = i.indrelid
  union all
  -- PostgreSQL 18 also lists NOT NULL, which the columns tell.
  select 'constraint ' || own.relname || ' ' || k.conname || ': ' || pg_get_constraintdef(k.oid) || ' valid='
      || k.convalidated
    from pg_constraint k join own on own.oid = k.conrelid where k.contype <> 'n'
  union all
  -- A dump brackets the terms of a condition otherwise than the statement did.
  select 'trigger ' || translate(pg_get_triggerdef(t.oid), '()', '')
    from pg_trigger t join own on own.oid = t.tgrelid where not t.tgisinternal
  union all
  select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace`;
