// Everything a storage holds, table by table, so that a test can say what changed and what did not.
import { sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Rows as text, sorted, by table. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;

/** Uses, and the chain of the audit record, are written whenever there is time; what was asked for and refused is on record. */
const BESIDE: ReadonlySet<string> = new Set([
  'last_used_at',
  'last_used_ip',
  'last_used_agent',
  'uses',
  'seen_at',
  'chain_seq',
  'chain_hash',
  'next_at',
  'claimed_until',
  'attempts',
  'failing_since',
]);
/** What a runner writes of an export in its own time. */
const BESIDE_EXPORTS: ReadonlySet<string> = new Set([
  'state',
  'progress',
  'written',
  'files',
  'leased_until',
  'finished_at',
  'expires_at',
]);
const BESIDE_TABLES: ReadonlySet<string> = new Set([
  'leases',
  'audit_chains',
  'rate_limits',
  // Whoever begins gets one, and that is all that came of it.
  'passkey_challenges',
  'sign_in_steps',
  'sign_in_failures',
  'provisioning_log',
  'provisioning_attributes',
  'unproven_requests',
  // Files that an export is writing.
  'loose_files',
  // What is sent to webhooks in its own time.
  'webhook_attempts',
  // How many were deactivated lately, for the guard.
  'leavings',
]);
/** How far work in the background has come. */
const BESIDE_STATES: ReadonlySet<unknown> = new Set(['audit-chains-begun', 'search-fill']);

const isBeside = (table: string, row: Readonly<Record<string, unknown>>): boolean =>
  BESIDE_TABLES.has(table) ||
  (table === 'deployment' && BESIDE_STATES.has(row['name'])) ||
  (table === 'audit_events' &&
    (row['action'] === 'token.issue' ||
      row['action'] === 'user.sign-in' ||
      row['result'] === 'refused'));

export async function readStoredRows(db: Database): Promise<StoredRows> {
  const names =
    db.engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const tables = (await names.execute(db.reader)).rows.map(({ name }) => name).sort();
  const stored = new Map<string, readonly string[]>();
  for (const table of tables) {
    const query = sql<Record<string, unknown>>`select * from ${sql.table(table)}`;
    const { rows } = await query.execute(db.reader);
    stored.set(
      table,
      rows
        .filter((row) => !isBeside(table, row))
        .map((row) => asText(table, row))
        .sort(),
    );
  }
  return stored;
}

/** What only one of the two holds. */
export function differentRows(before: StoredRows, after: StoredRows): readonly string[] {
  return [...onlyIn(before, after), ...onlyIn(after, before)];
}

function onlyIn(here: StoredRows, there: StoredRows): readonly string[] {
  return [...here].flatMap(([table, rows]) => {
    const others = new Set(there.get(table));
    return rows.filter((row) => !others.has(row)).map((row) => `${table} ${row}`);
  });
}

function asText(table: string, row: Readonly<Record<string, unknown>>): string {
  const isKept = (column: string): boolean =>
    !BESIDE.has(column) && !(table === 'export_jobs' && BESIDE_EXPORTS.has(column));
  const kept = Object.entries(row).filter(([column]) => isKept(column));
  return JSON.stringify(Object.fromEntries(kept));
}
