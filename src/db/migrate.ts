import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf, type Reader } from './dialect.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

/** An arbitrary number that no other advisory lock of the database uses. */
export const MIGRATION_LOCK = 7_246_113;

/**
 * A step that no program knows, so that no program, of whatever version, serves a storage that is being filled by
 * `formstead migrate-storage`.
 */
export const MOVING_IN = 'moving-in';

/**
 * Brings the schema up to date, all or nothing. If two nodes start at once, the second waits.
 * @returns the names of the migrations that ran
 * @throws Error when the database was written by a newer version of this program
 */
export async function migrate(
  tx: Tx,
  now: number,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
  await sql`create table if not exists migrations (name text primary key, at bigint not null)`.execute(
    tx,
  );
  const { pending, foreign } = await compare(tx, steps);
  requireKnown(foreign);
  for (const step of steps.filter(({ name }) => pending.includes(name))) {
    await step.up(tx);
    await sql`insert into migrations (name, at) values (${step.name}, ${now})`.execute(tx);
  }
  return pending;
}

/** @throws Error for steps that this version of the program does not know */
export function requireKnown(foreign: readonly string[]): void {
  if (foreign.includes(MOVING_IN)) {
    throw new Error(
      'Data is being moved into this storage, and not all of it is here. Run formstead migrate-storage again until it is done, or start the service on the storage that the data comes from.',
    );
  }
  if (foreign.length === 0) return;
  throw new Error(
    `The database was written by a newer version (it has ${foreign.toSorted().join(', ')}). Start that version, or restore a backup made before the upgrade.`,
  );
}

export interface SchemaState {
  /** Steps that ran, in order. */
  readonly done: readonly string[];
  /** Steps that would run, in order. */
  readonly pending: readonly string[];
  /** Steps that only a newer version of this program knows. */
  readonly foreign: readonly string[];
}

/** Returns the state of the schema; changes nothing. */
export async function readSchemaState(
  db: Reader,
  steps: readonly Migration[] = migrations,
): Promise<SchemaState> {
  return (await hasMigrations(db))
    ? compare(db, steps)
    : { done: [], pending: steps.map(({ name }) => name), foreign: [] };
}

async function compare(db: Reader, steps: readonly Migration[]): Promise<SchemaState> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  const known = new Set(steps.map((step) => step.name));
  return {
    done: steps.flatMap(({ name }) => (done.has(name) ? [name] : [])),
    pending: steps.flatMap(({ name }) => (done.has(name) ? [] : [name])),
    foreign: [...done].filter((name) => !known.has(name)),
  };
}

async function hasMigrations(db: Reader): Promise<boolean> {
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ found: unknown }>`select to_regclass('migrations') as found`
      : sql<{
          found: unknown;
        }>`select max(name) as found from sqlite_master where type = 'table' and name = 'migrations'`;
  const { rows } = await query.execute(db);
  return (rows[0]?.found ?? null) !== null;
}
