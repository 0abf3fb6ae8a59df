import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

const INDEXES = [
  ['forms_due', []],
  ['forms_due_of_template', ['template_id']],
] as const;

/** When a form is due, and indexes of those that are, in that order: of all templates, and of each. */
export const dueDates: Migration = {
  name: '20261129-due-dates',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('forms').addColumn('due_at', 'bigint').execute();
    for (const [name, columns] of INDEXES) {
      await tx.schema
        .createIndex(name)
        .on('forms')
        .columns(['account_id', ...columns, 'due_at', 'id', 'status'])
        .where(sql.ref('deleted_at'), 'is', null)
        .where(sql.ref('due_at'), 'is not', null)
        .execute();
    }
  },
};
