import type { Migration } from '#db/migration.ts';

/** Fields that only a step of the review sees: their definition and their answers, apart from those that everybody reads. */
export const officeFields: Migration = {
  name: '20261202-reviews',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('template_versions').addColumn('whole_definition', 'text').execute();
    await tx.schema.alterTable('forms').addColumn('office_answers', 'text').execute();
  },
};
