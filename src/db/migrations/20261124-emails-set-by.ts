import type { Migration } from '#db/migrate.ts';

/** The credential that gave a user their e-mail addresses: a password that was asked for by mail came by it. */
export const emailsSetBy: Migration = {
  name: '20261124-emails-set-by',
  async up(tx) {
    await tx.schema.alterTable('users').addColumn('emails_set_by', 'text').execute();
  },
};
