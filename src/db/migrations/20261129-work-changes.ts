import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The order of changes of assignments, as forms have it in `form_changes`. */
export const workChanges: Migration = {
  name: '20261129-work-changes',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('assignment_changes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('assignment_id', key, (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('seq', 'bigint')
      .addColumn('sent_by', key)
      .addColumn('assignee_id', key)
      .addColumn('template_id', key)
      .addPrimaryKeyConstraint('assignment_changes_pkey', ['account_id', 'assignment_id'])
      .execute();
    await tx.schema
      .createIndex('assignment_changes__seq')
      .unique()
      .on('assignment_changes')
      .columns(['account_id', 'seq'])
      .where(sql.ref('seq'), 'is not', null)
      .execute();
    await tx.schema
      .createIndex('assignment_changes_pending')
      .on('assignment_changes')
      .columns(['account_id', 'since', 'assignment_id'])
      .where(sql.ref('seq'), 'is', null)
      .execute();
    await tx.schema
      .alterTable('form_change_heads')
      .addColumn('work_seq', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`insert into assignment_changes (account_id, assignment_id, since)
      select account_id, id, updated_at from assignments`.execute(tx);
    await (isPostgres ? recordOnPostgres(tx) : recordOnSqlite(tx));
  },
};

// An assignment changes with its form too, by a trigger, so changes are recorded by one as well. What nobody is shown,
// such as a mark of a job, is no change.

const SHOWN = `old.revision <> new.revision or old.instructions is distinct from new.instructions
  or old.decline_reason is distinct from new.decline_reason`;

const RECORD = `insert into assignment_changes (account_id, assignment_id, since)
  values (new.account_id, new.id, new.updated_at)
  on conflict (account_id, assignment_id) do update set seq = null, since = excluded.since
  where assignment_changes.seq is not null`;

/** The function of the trigger on PostgreSQL, which the check of a foreign schema compares. */
export const RECORDING_BODY = `begin ${RECORD}; return null; end`;

async function recordOnSqlite(tx: Tx): Promise<void> {
  await sql`create trigger assignments_change after update on assignments when ${sql.raw(SHOWN)}
    begin ${sql.raw(RECORD)}; end`.execute(tx);
}

async function recordOnPostgres(tx: Tx): Promise<void> {
  await sql`create or replace function assignments_change_record() returns trigger language plpgsql as
    $$ ${sql.raw(RECORDING_BODY)} $$`.execute(tx);
  await sql`create trigger assignments_change after update on assignments for each row when (${sql.raw(SHOWN)})
    execute function assignments_change_record()`.execute(tx);
}
