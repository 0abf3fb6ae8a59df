import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/** Lists of the web app by what few users are: no page of them looks at everybody. */
export const appLists: Migration = {
  name: '20261121-app-lists',
  async up(tx) {
    const byName = (name: string) =>
      tx.schema.createIndex(name).on('users').columns(['account_id', 'user_name_key', 'id']);
    await byName('users_inactive_by_name').where(sql.ref('active'), '=', 0).execute();
    await byName('users_local_by_name').where(sql.ref('origin'), '=', 'local').execute();
    await tx.schema
      .createIndex('users_with_role_by_name')
      .on('users')
      .columns(['account_id', 'role', 'user_name_key', 'id'])
      .where(sql.ref('role'), '<>', 'member')
      .execute();
  },
};
