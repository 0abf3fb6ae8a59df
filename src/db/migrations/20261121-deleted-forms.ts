import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/** Deleted forms, for the list of them and for the job that removes them: few, so an index of just these. */
export const deletedForms: Migration = {
  name: '20261121-deleted-forms',
  async up(tx) {
    await tx.schema
      .createIndex('forms_deleted')
      .on('forms')
      .columns(['account_id', 'deleted_at', 'id'])
      .where(sql.ref('deleted_at'), 'is not', null)
      .execute();
    await tx.schema
      .createIndex('forms_purgeable')
      .on('forms')
      .columns(['deleted_at', 'account_id', 'id'])
      .where(sql.ref('deleted_at'), 'is not', null)
      .execute();
  },
};
