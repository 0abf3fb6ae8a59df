import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

const INDEXES = [
  ['forms_by_template_id_created_at_id', ['created_at', 'id']],
  ['forms_by_template_id_status_updated_at_id', ['status', 'updated_at', 'id']],
] as const;

/** Indexes that have the forms of a template by their creation, and by their status. */
export const formsOfTemplate: Migration = {
  name: '20261201-forms-of-template',
  oldestBeside: '0.2.0',
  async up(tx) {
    for (const [name, columns] of INDEXES) {
      await tx.schema
        .createIndex(name)
        .on('forms')
        .columns(['account_id', 'template_id', ...columns])
        .where(sql.ref('deleted_at'), 'is', null)
        .execute();
    }
  },
};
