import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** One-time links with which somebody chooses a password. */
export const signInLinks: Migration = {
  name: '20261121-sign-in-links',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('sign_in_links')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('hash', key, (c) => c.notNull())
      .addColumn('stamp', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sign_in_links_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'sign_in_links_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('sign_in_links__hash')
      .unique()
      .on('sign_in_links')
      .columns(['account_id', 'hash'])
      .execute();
  },
};
