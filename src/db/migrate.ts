import { sql } from 'kysely';
import { compareVersions, VERSION } from '#kernel/version.ts';
import type { Tx } from './database.ts';
import { engineOf, type Reader } from './dialect.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';
import { raiseOldestBeside, readOldestBeside } from './oldest-beside.ts';

/** An arbitrary number that no other advisory lock of the database uses. */
export const MIGRATION_LOCK = 7_246_113;

/** How long a migration waits for a table that others use, in milliseconds. */
const LOCK_MS = 3000;

/**
 * A step that no program knows, so that no program, of whatever version, serves a storage that is being filled by
 * `formstead migrate-storage`.
 */
export const MOVING_IN = 'moving-in';

/** How the connection of a move calls itself in the database that the data comes from. */
export const MOVER_NAME = 'formstead-mover';

export interface MigrateOptions {
  readonly steps?: readonly Migration[];
  /** The version of this program. */
  readonly version?: string;
  /** How many steps to run, if there are steps that ran before; an empty storage gets them all. */
  readonly atMost?: number;
  readonly lockMs?: number;
}

/**
 * Creates the schema in an empty storage that takes a copy of another one. Without the rows that migrations write: a copy
 * goes on behind the last row that is there, and would leave out what comes before them.
 */
export async function migrateEmpty(tx: Tx, now: number): Promise<void> {
  await migrate(tx, now);
  await tx.deleteFrom('deployment').execute();
}

/**
 * Brings the schema up to date, all or nothing. If two nodes start at once, the second waits. On PostgreSQL, a
 * schema that a newer version has only added to is left as it is.
 * @returns the names of the migrations that ran
 * @throws Error when this program may not run beside the newer version that wrote the database, or while the data is
 *   being moved elsewhere
 */
export async function migrate(
  tx: Tx,
  now: number,
  {
    steps = migrations,
    version = VERSION,
    atMost = steps.length,
    lockMs = LOCK_MS,
  }: MigrateOptions = {},
): Promise<readonly string[]> {
  if (engineOf(tx) === 'postgres') {
    await lockSteps(tx);
    // Everything that reads a table queues behind a statement that waits to change it.
    await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx);
  }
  await sql`create table if not exists migrations (name text primary key, at bigint not null)`.execute(
    tx,
  );
  const state = await compare(tx, steps);
  if (state.foreign.length > 0) {
    const refused = await whyNotBeside(tx, state, version);
    if (refused) throw refused;
    return [];
  }
  const missing = steps.filter(({ name }) => state.pending.includes(name));
  const isNew = state.done.length === 0;
  const running = isNew ? missing : missing.slice(0, atMost);
  for (const step of running) {
    await step.up(tx);
    await sql`insert into migrations (name, at) values (${step.name}, ${now})`.execute(tx);
  }
  // Nobody runs on a new storage, and rows that are moved into it must meet none.
  if (!isNew && running.length > 0) {
    const known = steps.filter(({ name }) => state.done.includes(name));
    const asked = [...known, ...running].map(({ oldestBeside }) => oldestBeside);
    await raiseOldestBeside(tx, asked);
  }
  return running.map(({ name }) => name);
}

/** Waits for others that upgrade the schema. @throws Error while the data is being moved, which may take long */
async function lockSteps(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    mover: number;
  }>`select count(*) as mover from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objid = ${MIGRATION_LOCK} and objsubid = 1
      and datname = current_database() and application_name = ${MOVER_NAME}`.execute(tx);
  if (Number(rows[0]?.mover) > 0) {
    throw new Error(
      'The data of this database is being moved (formstead migrate-storage): what is written here would be missing in the copy. Wait until that is done. Meanwhile a server with FORMSTEAD_READ_ONLY=on can be read.',
    );
  }
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
}

/** @throws Error for steps that this version of the program does not know */
export function requireKnownSteps(foreign: readonly string[]): void {
  if (foreign.length > 0) throw refusal(foreign, '');
}

function refusal(foreign: readonly string[], why: string): Error {
  return new Error(
    foreign.includes(MOVING_IN)
      ? 'Data is being moved into this storage, and not all of it is here. Run formstead migrate-storage again until it is done, or start the service on the storage that the data comes from.'
      : `The database was written by a newer version (it has ${foreign.toSorted().join(', ')})${why}: start that version, or restore a backup made before the upgrade.`,
  );
}

/** Returns why this program may not use a schema with steps that it does not know; undefined if it may. */
async function whyNotBeside(
  db: Reader,
  { foreign, pending }: SchemaState,
  version: string,
): Promise<Error | undefined> {
  // One node alone is not replaced step by step, and what a newer version protects, an older one may show.
  const isAlone = engineOf(db) === 'sqlite';
  if (isAlone || pending.length > 0 || foreign.includes(MOVING_IN)) return refusal(foreign, '');
  const oldest = await readOldestBeside(db);
  if (oldest === undefined) return refusal(foreign, '');
  if (compareVersions(version, oldest) >= 0) return undefined;
  return refusal(
    foreign,
    `, beside which ${version} is too old and ${oldest} is the oldest to run`,
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

/**
 * Returns whether a program of this version may serve a schema that a newer one has upgraded, until it is replaced.
 * @param state with steps that this version does not know
 */
export const mayRunBeside = async (db: Reader, state: SchemaState): Promise<boolean> =>
  (await whyNotBeside(db, state, VERSION)) === undefined;

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
