import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** An index that reads forms in the order of their creation, and finds those of a span of time. */
export const formsByCreation: Migration = {
  name: '20261127-forms-by-creation',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .createIndex('forms_by_created_at_id')
      .on('forms')
      .columns(['account_id', 'created_at', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  },
};
