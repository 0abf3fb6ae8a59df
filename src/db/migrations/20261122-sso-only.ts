import type { Migration } from '#db/migrate.ts';

/** Single sign-on only: what an account says, whose password counts all the same, what was signed in with. */
export const ssoOnly: Migration = {
  name: '20261122-sso-only',
  async up(tx) {
    await tx.schema
      .alterTable('accounts')
      .addColumn('sso_only', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('users')
      .addColumn('password_despite_sso', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('sso_connections').addColumn('last_sign_in_at', 'bigint').execute();
  },
};
