// The audit record in the hands of somebody who owns the database: what append-only triggers stop.
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';

/** Runs `work` while the triggers are away, as an owner of the database can. */
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
