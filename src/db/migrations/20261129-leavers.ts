import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** The people who have left, for the queue of what they leave behind. */
export const leavers: Migration = {
  name: '20261129-leavers',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema
      .createIndex('users_inactive')
      .on('users')
      .columns(['account_id', 'id'])
      .where(sql.ref('active'), '=', 0)
      .execute();
  },
};
