import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf } from './dialect.ts';
import { migrations } from './migrations/index.ts';

/** A step of the schema: forward only, shared by both engines, never edited once released. */
export interface Migration {
  /** `YYYYMMDD-what`; they run in this order. */
  readonly name: string;
  up(tx: Tx): Promise<void>;
}

/** Any number that nothing else in the database locks on. */
const LOCK = 7_246_113;

/**
 * Brings the schema up to date, all or nothing. Two nodes may start at once: the second waits.
 * @returns the names of the migrations that ran.
 * @throws Error when the database was written by a newer version of this program.
 */
export async function migrate(
  tx: Tx,
  now: number,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  if (engineOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  await sql`create table if not exists migrations (name text primary key, at bigint not null)`.execute(
    tx,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
  const done = new Set(rows.map((row) => row.name));
  const known = new Set(steps.map((step) => step.name));
  const foreign = [...done].filter((name) => !known.has(name));
  if (foreign.length > 0) {
    throw new Error(
      `The database was written by a newer version (it has ${foreign.join(', ')}). Start that version, or restore a backup made before the upgrade.`,
    );
  }
  const todo = steps.filter((step) => !done.has(step.name));
  for (const step of todo) {
    await step.up(tx);
    await sql`insert into migrations (name, at) values (${step.name}, ${now})`.execute(tx);
  }
  return todo.map((step) => step.name);
}
