import { sql } from 'kysely';
import type { Table } from '#commands/rows/rows.ts';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';

const LOOSE = 'loose_files';
const EVENTS = 'audit_events';
const NO_DELETE = 'audit_events_no_delete';

/** Returns the tables whose rows belong to accounts, children before the tables that they refer to. */
export const accountTables = (tables: readonly Table[]): readonly Table[] =>
  tables.filter(({ columns }) => columns.some(({ name }) => name === 'account_id')).toReversed();

/** Deletes every row of an account but the notes of its files. @returns how many */
export async function deleteRows(
  tx: Tx,
  tables: readonly Table[],
  accountId: string,
): Promise<number> {
  let rows = 0;
  const run = async (table: string, column: string): Promise<void> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} = ${accountId}`.execute(tx);
    rows += Number(numAffectedRows ?? 0n);
  };
  for (const { name } of tables) {
    if (name === EVENTS) await unguarded(tx, () => run(name, 'account_id'));
    else if (name !== LOOSE) await run(name, 'account_id');
  }
  await run('accounts', 'id');
  return rows;
}

/**
 * Runs `work` without the trigger that refuses to delete audit events, and puts the same trigger back. The end of the
 * transaction shows both or neither.
 */
async function unguarded(tx: Tx, work: () => Promise<void>): Promise<void> {
  if (engineOf(tx) === 'postgres') {
    await sql`alter table ${sql.table(EVENTS)} disable trigger ${sql.id(NO_DELETE)}`.execute(tx);
    await work();
    await sql`alter table ${sql.table(EVENTS)} enable trigger ${sql.id(NO_DELETE)}`.execute(tx);
    return;
  }
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'trigger' and name = ${NO_DELETE}`.execute(tx);
  await sql`drop trigger if exists ${sql.id(NO_DELETE)}`.execute(tx);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(tx);
}

/** Returns whether the chain of an account has begun. */
export async function hasChain(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_chains')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
