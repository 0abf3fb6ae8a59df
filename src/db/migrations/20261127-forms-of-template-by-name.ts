import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** An index that reads the forms of a template in the order of their names. */
export const formsOfTemplateByName: Migration = {
  name: '20261127-forms-of-template-by-name',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .createIndex('forms_by_template_id_name_key_id')
      .on('forms')
      .columns(['account_id', 'template_id', 'name_key', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  },
};
