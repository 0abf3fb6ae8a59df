// Reads everything that a database contains, by table, so that a test can tell what changed.
import { sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Rows as text, sorted, by table. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;

/**
 * Columns that are written in the background, or record refused requests: last uses and refusals, and the chain of the
 * audit log.
 */
const BESIDE: ReadonlySet<string> = new Set([
  'last_used_at',
  'last_used_ip',
  'last_used_agent',
  'last_refused_at',
  'last_refused_ip',
  'last_refused_reason',
  'uses',
  'seen_at',
  'chain_seq',
  'chain_hash',
  'next_at',
  'claimed_until',
  'attempts',
  'failing_since',
]);
/** Columns that a runner of exports writes in the background. */
const BESIDE_EXPORTS: ReadonlySet<string> = new Set([
  'state',
  'progress',
  'written',
  'files',
  'scope',
  'stalled',
  'leased_until',
  'finished_at',
  'expires_at',
]);
const BESIDE_TABLES: ReadonlySet<string> = new Set([
  'leases',
  'audit_chains',
  'rate_limits',
  // Anybody who begins to sign in gets a row, which grants nothing.
  'passkey_challenges',
  'saml_outcomes',
  'sign_in_steps',
  'sign_in_failures',
  'provisioning_log',
  'provisioning_log_parts',
  'provisioning_attributes',
  'unproven_requests',
  // Files that an export is writing.
  'loose_files',
  // Deliveries to webhooks happen in the background.
  // Rows that nobody sees any more are deleted later. A write that is seen also changes the version of its list.
  'list_cleanings',
  'list_rows',
  'list_words',
  'webhook_attempts',
  // A job adds up what triggers have counted.
  'form_counts',
  'form_count_changes',
  // What people are told about reaches them in the background, and a job notes how far it has come.
  'bell_causes',
  'bell_mails',
  'bell_marks',
  'bell_notices',
  // Recent deactivations, which the guard counts.
  'leavings',
]);
/** Progress of work in the background. */
const BESIDE_STATES: ReadonlySet<unknown> = new Set([
  'audit-chains-begun',
  'fill-search',
  'fill-answer-values',
  'file-check',
]);

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

/** Returns the rows that only one of the two has. */
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
