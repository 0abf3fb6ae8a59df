// Test helpers for the audit log: the events of refusals, and the log in the hands of a database owner, whom only the
// append-only triggers stop.
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';

/** Runs `work` without the triggers, as an owner of the database can. */
export async function withoutAppendOnly(
  db: Database,
  work: (tx: Reader) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const restore = db.engine === 'postgres' ? await disable(tx) : await drop(tx);
    await work(tx);
    for (const statement of restore) await sql.raw(statement).execute(tx);
  });
}

async function disable(tx: Tx): Promise<readonly string[]> {
  await sql`alter table audit_events disable trigger user`.execute(tx);
  return ['alter table audit_events enable trigger user'];
}

async function drop(tx: Tx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_events'`.execute(
    tx,
  );
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  return rows.map((row) => row.sql);
}

/** The columns of audit_events that distinguish refusals. */
interface RefusedLine {
  readonly account_id: string;
  readonly action: string;
  readonly target_id: string | null;
  readonly credential_id: string | null;
  readonly detail: string | null;
}

/**
 * Returns `[account, action, target or credential, reason or way, count]` for each kind. Events of one kind are added up,
 * because their number depends on when they were stored.
 */
export function refusalsOf(rows: readonly RefusedLine[]): readonly (readonly unknown[])[] {
  const counts = new Map<string, number>();
  for (const { account_id, action, target_id, credential_id, detail } of rows) {
    const { reason, scheme, method, count } = JSON.parse(detail ?? '{}');
    const why = reason ?? scheme ?? method;
    const kind = JSON.stringify([account_id, action, target_id ?? credential_id, why]);
    counts.set(kind, (counts.get(kind) ?? 0) + Number(count));
  }
  return [...counts].map(([kind, count]) => [...JSON.parse(kind), count]);
}
