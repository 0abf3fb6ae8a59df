import type { Tx } from '#db/database.ts';
import { index, ofAccount, required, type Shape, startsAs } from './table.ts';

/** Templates with their drafts, their versions, and the groups that may use them. */
export async function createTemplates(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('templates')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', key, required)
    .addColumn('description', 'text')
    .addColumn('status', 'text', required)
    .addColumn('name_pattern', 'text', required)
    .addColumn('open_to_all', 'integer', required)
    .addColumn('current_version_id', key)
    .addColumn('revision', 'integer', startsAs(1))
    // Stored, so that a list of templates need not compare definitions or count forms.
    .addColumn('has_changes', 'integer', startsAs(1))
    .addColumn('form_count', 'integer', startsAs(0))
    .addColumn('created_by', key, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('draft_definition', 'text', required)
    .addPrimaryKeyConstraint('templates_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'templates_by_name', 'templates', ['account_id', 'name_key', 'id']).execute();
  await tx.schema
    .createTable('template_versions')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('template_id', key, required)
    .addColumn('number', 'integer', required)
    .addColumn('published_at', 'bigint', required)
    .addColumn('published_by', key, required)
    .addColumn('definition', 'text', required)
    .addColumn('field_index', 'text', required)
    .addPrimaryKeyConstraint('template_versions_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'template_versions__number', 'template_versions', [
    ...['account_id', 'template_id', 'number'],
  ])
    .unique()
    .execute();
  await clustered(tx.schema.createTable('template_groups'))
    .addColumn('account_id', key, required)
    .addColumn('template_id', key, required)
    .addColumn('group_id', key, required)
    .addPrimaryKeyConstraint('template_groups_pkey', ['account_id', 'template_id', 'group_id'])
    .execute();
}
