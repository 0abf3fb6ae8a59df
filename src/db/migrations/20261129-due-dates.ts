import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** When a draft is due, and an index of those that are, in that order. */
export const dueDates: Migration = {
  name: '20261129-due-dates',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('forms').addColumn('due_at', 'bigint').execute();
    await tx.schema
      .createIndex('forms_due')
      .on('forms')
      .columns(['account_id', 'due_at', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
  },
};
