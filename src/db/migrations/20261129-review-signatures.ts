import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/**
 * Whether work of a template can't be declined, as its published version says. And indexes for what is deleted with a
 * person, and with the time of a rule of retention: the files with which people have signed as reviewers, work that has
 * ended, and what was sent to groups.
 */
export const reviewSignatures: Migration = {
  name: '20261129-review-signatures',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('templates').addColumn('no_declining', 'integer').execute();
    await tx.schema
      .createIndex('attachments_of_reviewers')
      .on('attachments')
      .columns(['account_id', 'created_by', 'form_id'])
      .where(sql.ref('field_name'), '=', sql.lit('review.signature'))
      .execute();
    await tx.schema
      .createIndex('assignments_ended')
      .on('assignments')
      .columns(['account_id', 'template_id', 'state_changed_at', 'id'])
      .where(sql.ref('state'), 'in', [sql.lit('declined'), sql.lit('cancelled')])
      .execute();
    await tx.schema
      .createIndex('assignments_by_group')
      .on('assignments')
      .columns(['account_id', 'group_id', 'state', 'due_key', 'id'])
      .where(sql.ref('group_id'), 'is not', null)
      .execute();
  },
};
