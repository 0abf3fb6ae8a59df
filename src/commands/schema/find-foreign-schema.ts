import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reader } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { migrate, readSchemaState } from '#db/migrate.ts';
import type { Migration } from '#db/migration.ts';
import { RECORDING_BODY, workChanges } from '#db/migrations/20261129-work-changes.ts';
import { assignments, FOLLOWING_BODY } from '#db/migrations/20261130-assignments.ts';
import { COUNTING_BODY, formCounts } from '#db/migrations/20261201-form-counts.ts';
import { migrations } from '#db/migrations/index.ts';
import { openSqlite } from '#db/open-sqlite.ts';
import { readReactions, readSqliteSchema, type SchemaEntry } from './read-schema.store.ts';

/** The tables that ANALYZE creates. They hold statistics, and nothing in them runs. */
const STATISTICS: ReadonlyMap<string, string> = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

const REFUSING = {
  table: 'audit_events',
  calls: 'audit_events_refuse',
  body: "begin raise exception 'the audit record is append-only' using errcode = 'restrict_violation'; end",
  since: 'initial',
};

const COUNTING = {
  table: 'forms',
  calls: 'forms_count_record',
  body: COUNTING_BODY,
  since: formCounts.name,
};

/** The triggers of PostgreSQL, and the migration that each came with. */
const TRIGGERS: ReadonlyMap<string, typeof REFUSING> = new Map([
  ['audit_events_no_update', REFUSING],
  ['audit_events_no_delete', REFUSING],
  ['audit_events_no_truncate', REFUSING],
  [
    'forms_assignment',
    {
      table: 'forms',
      calls: 'forms_assignment_follow',
      body: FOLLOWING_BODY,
      since: assignments.name,
    },
  ],
  [
    'assignments_change',
    {
      table: 'assignments',
      calls: 'assignments_change_record',
      body: RECORDING_BODY,
      since: workChanges.name,
    },
  ],
  ['forms_count_insert', COUNTING],
  ['forms_count_update', COUNTING],
  ['forms_count_delete', COUNTING],
]);

/**
 * Compares a schema with the one that its recorded migrations create, and returns one phrase per difference. On SQLite
 * every definition is compared with that of a new database. On PostgreSQL, where operators add views and indexes of
 * their own, only triggers, rules and policies are, because they run by themselves.
 */
export async function findForeignSchema(
  db: Reader,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  const { done } = await readSchemaState(db, steps);
  // The schema has not been created yet.
  if (done.length === 0) return [];
  const ran = steps.slice(0, done.length);
  const skipped = ran.find(({ name }) => !done.includes(name));
  if (skipped !== undefined) return [`the migration ${skipped.name} is missing`];
  return engineOf(db) === 'sqlite' ? compareWithNew(db, ran) : findReactions(db, ran);
}

async function compareWithNew(db: Reader, steps: readonly Migration[]): Promise<readonly string[]> {
  const wanted = new Map((await readNewSchema(steps)).map((entry) => [labelOf(entry), entry]));
  const found: string[] = [];
  for (const entry of await readSqliteSchema(db)) {
    if (entry.type === 'table' && STATISTICS.get(entry.name) === entry.sql) continue;
    const label = labelOf(entry);
    const own = wanted.get(label);
    if (own === undefined) found.push(`the ${label} was added`);
    else if (own.sql !== entry.sql) found.push(`the ${label} is different`);
    // A second entry with the same name is then reported as unexpected.
    wanted.delete(label);
  }
  return [...found, ...[...wanted.keys()].map((label) => `the ${label} is missing`)];
}

const labelOf = ({ type, name, table }: SchemaEntry): string =>
  type === 'trigger' || type === 'index' ? `${type} ${name} on ${table}` : `${type} ${name}`;

/** Returns the schema of a new database after these migrations. */
async function readNewSchema(steps: readonly Migration[]): Promise<readonly SchemaEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-schema-'));
  try {
    const fresh = openSqlite(folder, { jitter: () => 0 });
    try {
      await fresh.transaction((tx) => migrate(tx, 0, { steps }));
      return await readSqliteSchema(fresh.reader);
    } finally {
      await fresh.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findReactions(db: Reader, ran: readonly Migration[]): Promise<readonly string[]> {
  const reactions = await readReactions(db);
  const names = reactions.map(({ name }) => name);
  const isDue = (since: string) => since === 'initial' || ran.some(({ name }) => name === since);
  const missing = [...TRIGGERS].filter(([name, own]) => isDue(own.since) && !names.includes(name));
  const foreign = reactions.flatMap(({ type, name, table, calls, body }) => {
    const own = TRIGGERS.get(name);
    if (type !== 'trigger' || own?.table !== table) {
      return [`the ${type} ${name} on ${table} was added`];
    }
    if (calls === own.calls && body?.trim() === own.body) return [];
    return [`the function ${calls} of the trigger ${name} is different`];
  });
  return [
    ...foreign,
    ...missing.map(([name, { table }]) => `the trigger ${name} on ${table} is missing`),
  ];
}
