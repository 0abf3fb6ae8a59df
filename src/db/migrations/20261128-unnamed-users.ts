import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** Finds users without a display name by user name: a list of people by name reads on among them apart from the others. */
export const unnamedUsers: Migration = {
  name: '20261128-unnamed-users',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema
      .createIndex('users_unnamed_by_name')
      .on('users')
      .columns(['account_id', 'user_name_key', 'id'])
      .where(sql.ref('display_name_key'), 'is', null)
      .execute();
  },
};
