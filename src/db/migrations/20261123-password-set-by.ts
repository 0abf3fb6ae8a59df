import type { Migration } from '#db/migrate.ts';

/** The credential that gave a user the password: what was signed in with it ends with the credential. */
export const passwordSetBy: Migration = {
  name: '20261123-password-set-by',
  async up(tx) {
    await tx.schema.alterTable('users').addColumn('password_set_by', 'text').execute();
  },
};
