import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** How many forms there are, by template, standing and time of creation (decision 168). */
export const formCounts: Migration = {
  name: '20261201-form-counts',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const counts = tx.schema
      .createTable('form_counts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('span', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('standing', key, (c) => c.notNull())
      .addColumn('forms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('form_counts_pkey', [
        ...(['account_id', 'template_id', 'span', 'at', 'standing'] as const),
      ]);
    const changes = tx.schema
      .createTable('form_count_changes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('standing', key, (c) => c.notNull())
      .addColumn('change', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('form_count_changes_pkey', ['account_id', 'form_id', 'id']);
    for (const table of [counts, changes]) {
      await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    }
    // Which forms a summary counts, read from an index alone.
    await tx.schema
      .createIndex('forms_of_template_by_creation')
      .on('forms')
      // SQLite looks the last one up in the row, if the index does not have it.
      .columns(['account_id', 'template_id', 'status', 'created_at', 'id', 'deleted_at'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    await (isPostgres ? countOnPostgres(tx) : countOnSqlite(tx));
    // The triggers have locked the table: a form that is not here now comes through them, and a job counts the others.
    await sql`insert into deployment (name, value)
      select 'count-forms', '["",""]' where exists (select 1 from forms)`.execute(tx);
  },
};

// Whoever writes a form, a node of the version before, an import or a command, it is counted by the same rule. A change is
// a row of its own, so that writes of one template do not wait for each other.

/** What a form counts as; null when it is deleted. A review that a node of 0.2.0 left behind does not count. */
const standingOf = (row: 'old' | 'new'): string => `(case
  when ${row}.deleted_at is not null then null
  when ${row}.status = 'complete' and ${row}.review_state = 'rejected' and ${row}.review_revision = ${row}.revision
    then 'rejected'
  else ${row}.status end)`;

const record = (row: 'old' | 'new', id: string): string => `insert into form_count_changes
  (account_id, form_id, id, template_id, at, standing, change)
  select ${row}.account_id, ${row}.id, ${id}, ${row}.template_id, ${row}.created_at - ${row}.created_at % 900000,
    ${standingOf(row)}, ${row === 'old' ? -1 : 1}
  where ${row}.deleted_at is null;`;

const DIFFERS = `old.created_at <> new.created_at or ${standingOf('old')} is distinct from ${standingOf('new')}`;

const UUID = 'gen_random_uuid()::text';

/** The function of the triggers on PostgreSQL, which the check of a foreign schema compares. */
export const COUNTING_BODY = `begin
  if tg_op <> 'INSERT' then ${record('old', UUID)} end if;
  if tg_op <> 'DELETE' then ${record('new', UUID)} end if;
  return null; end`;

async function countOnSqlite(tx: Tx): Promise<void> {
  const [before, after] = [record('old', RANDOM), record('new', RANDOM)];
  await sql`create trigger forms_count_insert after insert on forms
    begin ${sql.raw(after)} end`.execute(tx);
  await sql`create trigger forms_count_update after update on forms when ${sql.raw(DIFFERS)}
    begin ${sql.raw(before)} ${sql.raw(after)} end`.execute(tx);
  await sql`create trigger forms_count_delete after delete on forms
    begin ${sql.raw(before)} end`.execute(tx);
}

const RANDOM = 'lower(hex(randomblob(16)))';

async function countOnPostgres(tx: Tx): Promise<void> {
  await sql`create or replace function forms_count_record() returns trigger language plpgsql as
    $$ ${sql.raw(COUNTING_BODY)} $$`.execute(tx);
  await sql`create trigger forms_count_insert after insert on forms for each row
    execute function forms_count_record()`.execute(tx);
  await sql`create trigger forms_count_update after update on forms for each row when (${sql.raw(DIFFERS)})
    execute function forms_count_record()`.execute(tx);
  await sql`create trigger forms_count_delete after delete on forms for each row
    execute function forms_count_record()`.execute(tx);
}
