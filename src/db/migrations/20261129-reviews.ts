import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/**
 * Fields that only a step of the review sees: their definition and their answers, apart from those that everybody reads.
 * And who reviews the forms of a template, for those who delete a user or a group.
 */
export const officeFields: Migration = {
  name: '20261129-reviews',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('template_versions').addColumn('whole_definition', 'text').execute();
    await tx.schema.alterTable('forms').addColumn('office_answers', 'text').execute();
    await tx.schema.alterTable('templates').addColumn('reviewers', 'text').execute();
    await tx.schema
      .createIndex('templates_with_reviewers')
      .on('templates')
      .columns(['account_id', 'name_key', 'id'])
      .where(sql.ref('reviewers'), 'is not', null)
      .execute();
  },
};
