import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** An index to find the drafts of forms that a version of a template still has. */
export const draftsOfVersions: Migration = {
  name: '20261127-drafts-of-versions',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .createIndex('forms_drafts_of_version')
      .on('forms')
      .columns(['account_id', 'template_version_id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('status'), '=', sql.lit('draft'))
      .execute();
  },
};
