import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { index, ofAccount, primary, required, type Shape } from './table.ts';

/** Forms, their history, and their changes in the order of the change feed. */
export async function createForms(tx: Tx, shape: Shape): Promise<void> {
  await createFormTable(tx, shape);
  await createFormIndexes(tx);
  await createEvents(tx, shape);
  await createChanges(tx, shape);
}

async function createFormTable(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('forms')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('number', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', key, required)
    .addColumn('template_id', key, required)
    .addColumn('template_version_id', key, required)
    .addColumn('status', 'text', required)
    .addColumn('status_changed_at', 'bigint', required)
    .addColumn('assignee_type', 'text', required)
    .addColumn('assignee_id', key, required)
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('accuracy', 'double precision')
    .addColumn('created_by', key, required)
    .addColumn('completed_by', key)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('revision', 'integer', required)
    .addColumn('deleted_at', 'bigint')
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('answers', 'text', required)
    .addPrimaryKeyConstraint('forms_pkey', ['account_id', 'id'])
    .execute();
}

async function createFormIndexes(tx: Tx): Promise<void> {
  await index(tx, 'forms__number', 'forms', ['account_id', 'template_id', 'number'])
    .unique()
    .execute();
  // Lists show forms that are not deleted: an index of just those answers them without reading the rows.
  const listed = [
    ['updated_at', 'id'],
    // The last two columns only let names be filtered without reading the rows.
    ['name_key', 'id', 'updated_at', 'status'],
    ['status', 'updated_at', 'id'],
    ['template_id', 'updated_at', 'id'],
    // The last column lets a form whose creator is its assignee be counted once, from the index.
    ['assignee_id', 'updated_at', 'id', 'created_by'],
    ['created_by', 'updated_at', 'id'],
  ];
  for (const columns of listed) {
    await index(tx, `forms_by_${columns.join('_')}`, 'forms', ['account_id', ...columns])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  }
  // Few forms are deleted: one index for their list, and one for the job that purges them.
  await index(tx, 'forms_deleted', 'forms', ['account_id', 'deleted_at', 'id'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
  await index(tx, 'forms_purgeable', 'forms', ['deleted_at', 'account_id', 'id'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
}

async function createEvents(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('form_events')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('form_id', key, required)
    .addColumn('at', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('actor_user_id', key)
    .addColumn('credential_id', key)
    .addColumn('detail', 'text')
    .addPrimaryKeyConstraint('form_events_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'form_events_by_form_id_id', 'form_events', [
    ...['account_id', 'form_id', 'id'],
  ]).execute();
}

/** See docs/decisions/0030-change-cursor.md. */
async function createChanges(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await clustered(tx.schema.createTable('form_changes'))
    .addColumn('account_id', key, ofAccount)
    .addColumn('form_id', key, required)
    .addColumn('since', 'bigint', required)
    .addColumn('seq', 'bigint')
    .addPrimaryKeyConstraint('form_changes_pkey', ['account_id', 'form_id'])
    .execute();
  await index(tx, 'form_changes__seq', 'form_changes', ['account_id', 'seq'])
    .unique()
    .where(sql.ref('seq'), 'is not', null)
    .execute();
  await index(tx, 'form_changes_pending', 'form_changes', ['account_id', 'since', 'form_id'])
    .where(sql.ref('seq'), 'is', null)
    .execute();
  await clustered(tx.schema.createTable('form_change_heads'))
    .addColumn('account_id', key, (c) => primary(c).references('accounts.id'))
    .addColumn('seq', 'bigint', required)
    // Changes with each restored backup: an older cursor may name changes that this database never had.
    .addColumn('epoch', 'text')
    .execute();
}
