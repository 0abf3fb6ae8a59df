import type { Migration } from '#db/migrate.ts';

/** Finds who signs in with a user name alone, in whichever account. */
export const namesAnywhere: Migration = {
  name: '20261122-names-anywhere',
  async up(tx) {
    await tx.schema
      .createIndex('users_by_name_anywhere')
      .on('users')
      .columns(['user_name_key', 'account_id'])
      .execute();
  },
};
