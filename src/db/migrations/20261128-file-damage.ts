import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** Hashes of pictures, and the stored files that were found to be missing or changed. */
export const fileDamage: Migration = {
  name: '20261128-file-damage',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema.alterTable('attachments').addColumn('picture_sha256', 'text').execute();
    for (const column of ['damaged_at', 'picture_damaged_at']) {
      await tx.schema.alterTable('attachments').addColumn(column, 'bigint').execute();
    }
    // As small as the damage is, which is usually none.
    await sql`
      create index attachments_damaged on attachments (account_id, id)
        where damaged_at is not null or picture_damaged_at is not null`.execute(tx);
  },
};
