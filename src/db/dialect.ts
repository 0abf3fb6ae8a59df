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

/** What queries run on: the database itself or an open transaction. */
export type Reader = Kysely<Tables>;
export type Engine = 'sqlite' | 'postgres';

/**
 * Returns which engine `db` uses. Only the functions of this file differ by engine; all other queries are written once
 * in Kysely.
 */
export function engineOf(db: Reader): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** Returns `ref in (values)` with a single parameter, so that the number of values is not limited. */
export function isIn(
  db: Reader,
  ref: Expression<unknown>,
  values: readonly string[],
): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`${ref} = any(${sql.val([...values])}::text[])`
    : sql<boolean>`${ref} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** Returns the values as a table for `from` or `join`, one row per value, read as `name.value`. */
export function textRows(db: Reader, values: readonly string[], name: string): RawBuilder<unknown> {
  return engineOf(db) === 'postgres'
    ? sql`unnest(${sql.val([...values])}::text[]) as ${sql.ref(name)}(value)`
    : sql`json_each(${JSON.stringify(values)}) as ${sql.ref(name)}`;
}

/**
 * Returns records as a table for `from`, one row per record, read as `name.member`, with a single parameter.
 * @param types the type of each member
 */
export function recordRows<M extends string>(
  db: Reader,
  records: readonly Readonly<Record<M, string | number>>[],
  types: Readonly<Record<M, 'text' | 'bigint'>>,
  name: string,
): RawBuilder<unknown> {
  const members = Object.entries(types);
  const json = JSON.stringify(records);
  if (engineOf(db) === 'postgres') {
    const columns = members.map(
      ([member, type]) => sql`${sql.ref(member)} ${sql.raw(String(type))}`,
    );
    return sql`json_to_recordset(${json}::json) as ${sql.ref(name)}(${sql.join(columns)})`;
  }
  const columns = members.map(
    ([member]) => sql`value ->> ${sql.lit(`$.${member}`)} as ${sql.ref(member)}`,
  );
  return sql`(select ${sql.join(columns)} from json_each(${json})) as ${sql.ref(name)}`;
}

/** Returns the text at a path of own keys inside a JSON text column; null if there is none. */
export function jsonText(
  db: Reader,
  column: Expression<unknown>,
  path: readonly string[],
): RawBuilder<string | null> {
  return engineOf(db) === 'postgres'
    ? sql<string | null>`(${column}::jsonb #>> ${sql.val([...path])}::text[])`
    : sql<string | null>`(${column} ->> ${sqliteJsonPath(path)})`;
}

/** Returns the text of a member of a record in a list, inside a JSON text column; null if there is none. */
export function jsonTextInList(
  db: Reader,
  column: Expression<unknown>,
  { list, index, member }: { list: string; index: Expression<unknown>; member: string },
): RawBuilder<string | null> {
  if (engineOf(db) === 'postgres') {
    return sql<
      string | null
    >`(${column}::jsonb #>> array[${list}::text, ${index}::text, ${member}::text])`;
  }
  const [before, after] = [sqliteJsonPath([list]), sqliteJsonPath([member]).slice(1)];
  return sql<string | null>`(${column} ->> (${before} || '[' || ${index} || ']' || ${after}))`;
}

/** Returns the number at a path of own keys inside a JSON text column; null if there is none. */
export function jsonNumber(
  db: Reader,
  column: Expression<unknown>,
  path: readonly string[],
): RawBuilder<number | null> {
  if (engineOf(db) === 'sqlite') return sql<number | null>`(${column} ->> ${sqliteJsonPath(path)})`;
  const value = sql`(${column}::jsonb #> ${sql.val([...path])}::text[])`;
  // `case` tests the type first, so that the cast never sees a value that is not a number.
  return sql<
    number | null
  >`(case when jsonb_typeof(${value}) = 'number' then ${value}::double precision end)`;
}

/** Returns 1 for true and 0 for false at a path of own keys inside a JSON text column; null for anything else. */
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

/** Returns text that compares and sorts by code point, whatever the collation of the database. */
export function byCodePoint(db: Reader, text: Expression<unknown>): RawBuilder<string | null> {
  return engineOf(db) === 'postgres'
    ? sql<string | null>`(${text}) collate "C"`
    : sql<string | null>`${text}`;
}

/** Tests whether `text` contains `part` literally: `part` is not a pattern. */
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
  // SQLite reads a start of -0 as 0, which selects the whole text.
  return length === 0
    ? sql<boolean>`${text} is not null`
    : sql<boolean>`substr(${text}, ${-length}) = ${part}`;
}

/**
 * Selects from a table through the named index. SQLite keeps no statistics by itself and guesses, and a wrong guess
 * scans the whole table; with a name, it uses this index or reports an error (decision 24). PostgreSQL has statistics
 * and no such syntax.
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

/** Returns `from others cross join table`, which makes SQLite read the others first and then the table. */
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

/** Returns the FROM text of {@link selectThrough}, with an alias. */
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
 * Lets PostgreSQL count anew what tables hold, after many rows were written: it would learn of them a minute later, and
 * until then compare each row with each other one in searches. A table that somebody counts already is passed over. Does
 * nothing on SQLite, where queries name their indexes.
 */
export async function renewStatistics(
  tx: Reader,
  ...tables: readonly (keyof Tables & string)[]
): Promise<void> {
  if (engineOf(tx) === 'sqlite') return;
  const named = sql.join(tables.map((table) => sql.table(table)));
  await sql`analyze (skip_locked) ${named}`.execute(tx);
}

/**
 * Returns a condition that is always true and ends a scan past its deadline; `column` is any column of the scanned
 * table. A call from SQL costs as much as reading a row, so only one row in 64 checks the clock.
 */
export function withinDeadline(db: Reader, column: Expression<unknown>): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`true`
    : sql<boolean>`(random() & 63 <> 0 or within_deadline(${column}) = 1)`;
}

/**
 * Limits the page cache of this connection to 4 MiB, for a process that reads a large table once. Does nothing on
 * PostgreSQL, which has its own cache.
 */
export async function cacheLittle(db: Reader): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma cache_size = -4096`.execute(db);
}

/**
 * Returns the unique key that a failed write violated, as `table.last_column`, for instance `users.user_name_key`;
 * undefined for any other error.
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

/** Returns whether a write lost a race and can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (RETRYABLE.has(code) || code.startsWith('SQLITE_BUSY'));
}

/** Returns whether a statement waited longer for a lock than lock_timeout allows (PostgreSQL). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Returns whether the storage can't be reached or is full: an outage, not a fault of the request. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && CONNECTION_LOST.test(error.message);
  return OUTAGE.some((prefix) => code.startsWith(prefix));
}

/**
 * Returns whether PostgreSQL does not answer what a statement asks of the server itself: hosted ones refuse some functions
 * with any of these codes, as does a server whose administrator revoked the right to call them.
 */
export const isRefusedCall = (error: unknown): boolean => REFUSED_CALL.has(codeOf(error) ?? '');

/** Returns whether a connection that may only read refused a write. */
export function isRefusedWrite(error: unknown): boolean {
  const code = codeOf(error);
  return code === READ_ONLY || code?.startsWith('SQLITE_READONLY') === true;
}

/** SQLSTATE of a write that a standby, or a connection that only reads, refuses. */
export const READ_ONLY = '25006';
/** The code of Formstead's own outages; no driver uses it. */
export const LOCKED_OUT = 'STORAGE_LOCKED_OUT';
const RETRYABLE = new Set(['40001', '40P01']);
const REFUSED_CALL: ReadonlySet<string> = new Set(['0A000', '42501', '42883', '55000']);
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
  // The database does not accept connections.
  '55000',
  '57P',
  // A wait timed out: for a lock, for a statement, or in an idle transaction.
  '55P03',
  '57014',
  '25P03',
  READ_ONLY,
];
// pg gives these errors no code.
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Returns the length in code points, as both engines count it. */
const lengthOf = (text: string): number => [...text].length;

function sqliteJsonPath(path: readonly string[]): string {
  return `$${path.map((name) => `."${name.replaceAll('"', '\\"')}"`).join('')}`;
}
