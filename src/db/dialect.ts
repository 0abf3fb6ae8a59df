import {
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Anything queries run on: the database itself or an open transaction. */
export type Reader = Kysely<Tables>;
export type Engine = 'sqlite' | 'postgres';

/** The few places where the engines differ; everything else is written once in Kysely. */
export function engineOf(db: Reader): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** `ref in (values)` with one parameter, so that the number of values is not limited. */
export function isIn(
  db: Reader,
  ref: Expression<unknown>,
  values: readonly string[],
): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`${ref} = any(${sql.val([...values])}::text[])`
    : sql<boolean>`${ref} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** The values as a table, to stand after `from` or `join`: one row each, read as `name.value`. */
export function textRows(db: Reader, values: readonly string[], name: string): RawBuilder<unknown> {
  return engineOf(db) === 'postgres'
    ? sql`unnest(${sql.val([...values])}::text[]) as ${sql.ref(name)}(value)`
    : sql`json_each(${JSON.stringify(values)}) as ${sql.ref(name)}`;
}

/** The text at a path of own keys inside a JSON text column; null where there is none. */
export function jsonText(
  db: Reader,
  column: Expression<unknown>,
  path: readonly string[],
): RawBuilder<string | null> {
  return engineOf(db) === 'postgres'
    ? sql<string | null>`(${column}::jsonb #>> ${sql.val([...path])}::text[])`
    : sql<string | null>`(${column} ->> ${sqliteJsonPath(path)})`;
}

/** The number at such a path; null where there is none. */
export function jsonNumber(
  db: Reader,
  column: Expression<unknown>,
  path: readonly string[],
): RawBuilder<number | null> {
  if (engineOf(db) === 'sqlite') return sql<number | null>`(${column} ->> ${sqliteJsonPath(path)})`;
  const value = sql`(${column}::jsonb #> ${sql.val([...path])}::text[])`;
  // Asked in this order, so that what is no number is not read as one.
  return sql<
    number | null
  >`(case when jsonb_typeof(${value}) = 'number' then ${value}::double precision end)`;
}

/** 1 for true and 0 for false at such a path; null where there is neither. */
export function jsonFlag(
  db: Reader,
  column: Expression<unknown>,
  path: readonly string[],
): RawBuilder<0 | 1 | null> {
  const text = jsonText(db, column, path);
  return engineOf(db) === 'postgres'
    ? sql<0 | 1 | null>`(case ${text} when 'true' then 1 when 'false' then 0 end)`
    : sql<0 | 1 | null>`${text}`;
}

/** Text that compares and sorts by code point, whatever the collation of the database. */
export function byCodePoint(db: Reader, text: Expression<unknown>): RawBuilder<string | null> {
  return engineOf(db) === 'postgres'
    ? sql<string | null>`(${text}) collate "C"`
    : sql<string | null>`${text}`;
}

/** The part is taken letter by letter: nothing in it is a pattern. */
export function containsText(
  db: Reader,
  text: Expression<unknown>,
  part: string,
): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`strpos(${text}, ${part}) > 0`
    : sql<boolean>`instr(${text}, ${part}) > 0`;
}

export function startsWith(
  db: Reader,
  text: Expression<unknown>,
  part: string,
): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`starts_with(${text}, ${part})`
    : sql<boolean>`substr(${text}, 1, ${lengthOf(part)}) = ${part}`;
}

export function endsWith(db: Reader, text: Expression<unknown>, part: string): RawBuilder<boolean> {
  const length = lengthOf(part);
  if (engineOf(db) === 'postgres') return sql<boolean>`right(${text}, ${length}) = ${part}`;
  // For SQLite -0 is the front: the whole text.
  return length === 0
    ? sql<boolean>`${text} is not null`
    : sql<boolean>`substr(${text}, ${-length}) = ${part}`;
}

/**
 * `from table`, read through the named index. SQLite keeps no statistics by itself and guesses, and a
 * wrong guess is a scan of everything; with a name it is this index or an error. PostgreSQL has
 * statistics and no such wish.
 */
export function selectThrough<T extends keyof Tables & string>(
  db: Reader,
  table: T,
  index: string,
): SelectQueryBuilder<Tables, T, object> {
  const alias =
    engineOf(db) === 'postgres'
      ? sql.ref(table)
      : sql`${sql.ref(table)} indexed by ${sql.ref(index)}`;
  const from = sql<Selectable<Tables[T]>>`${sql.table(table)}`.as<T>(alias);
  return db.selectFrom(from) as unknown as SelectQueryBuilder<Tables, T, object>;
}

/** `from others cross join table`: SQLite reads the others first and then the table, as this says. */
export function selectBeside<T extends keyof Tables & string>(
  db: Reader,
  table: T,
  others: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, T, object> {
  const from = sql<Selectable<Tables[T]>>`${others} cross join ${sql.table(table)}`.as<T>(
    sql.ref(table),
  );
  return db.selectFrom(from) as unknown as SelectQueryBuilder<Tables, T, object>;
}

/** The same as {@link selectThrough} with an alias, as text of a FROM. */
export function throughIndex(
  db: Reader,
  table: keyof Tables & string,
  alias: string,
  index: string,
): RawBuilder<unknown> {
  const named = sql`${sql.table(table)} as ${sql.ref(alias)}`;
  return engineOf(db) === 'postgres' ? named : sql`${named} indexed by ${sql.ref(index)}`;
}

/**
 * A condition that is always true and ends a scan past its deadline; `column` is any of the scanned table. A call
 * from SQL costs as much as reading a row, so one row in 64 looks at the clock.
 */
export function withinDeadline(db: Reader, column: Expression<unknown>): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`true`
    : sql<boolean>`(random() & 63 <> 0 or within_deadline(${column}) = 1)`;
}

/**
 * For a process that reads a large table through once: pages that nobody reads again are not kept, for as long as
 * this connection lives. PostgreSQL keeps them in its own memory.
 */
export async function cacheLittle(db: Reader): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma cache_size = -4096`.execute(db);
}

/** Locks a text until the transaction ends: whoever else locks the same text waits. */
export async function lockText(tx: Reader, text: string): Promise<void> {
  // SQLite has one writer at a time: BEGIN IMMEDIATE already is the lock.
  if (engineOf(tx) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx);
}

/** Locks a text beside others who lock it so; whoever locks it by {@link lockText} waits for all of them. */
export async function lockTextShared(tx: Reader, text: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${text}, 0))`.execute(tx);
}

/**
 * Which unique key a failed write ran into, as `table.last_column`, for instance
 * `users.user_name_key`; undefined for any other error.
 */
export function uniqueViolation(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return /([a-z_]+\.[a-z_]+)$/.exec(error.message)?.[1];
  }
  if (code !== '23505' || !('constraint' in error)) return undefined;
  return String(error.constraint)
    .replace(/_pkey$/, '.id')
    .replace('__', '.');
}

/** True for a write that lost a race and may simply be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (RETRYABLE.has(code) || code.startsWith('SQLITE_BUSY'));
}

/** True when the storage itself can't be reached or is full: an outage, not a fault of the request. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && CONNECTION_LOST.test(error.message);
  return OUTAGE.some((prefix) => code.startsWith(prefix));
}

/** Our own: nobody else's code is like it. */
export const LOCKED_OUT = 'STORAGE_LOCKED_OUT';
const RETRYABLE = new Set(['40001', '40P01']);
const OUTAGE = [
  LOCKED_OUT,
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_BUSY',
  'ECONN',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '08',
  '28',
  '3D000',
  '53',
  // What a database says that lets nobody in.
  '55000',
  '57P',
  // Waits that were given up: for a lock, for a statement, for a transaction that went quiet.
  '55P03',
  '57014',
  '25P03',
  // A standby: it reads, and takes no writes.
  '25006',
];
// pg gives these no code.
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** As both engines count: code points. */
const lengthOf = (text: string): number => [...text].length;

function sqliteJsonPath(path: readonly string[]): string {
  return `$${path.map((name) => `."${name.replaceAll('"', '\\"')}"`).join('')}`;
}
