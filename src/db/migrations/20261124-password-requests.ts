import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** What people who forgot their password asked for: the newest link, and how many there were within the hour. */
export const passwordRequests: Migration = {
  name: '20261124-password-requests',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('password_requests')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('hash', key)
      .addColumn('stamp', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('begun_at', 'bigint', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('password_requests_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'password_requests_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('password_requests__hash')
      .unique()
      .on('password_requests')
      .columns(['account_id', 'hash'])
      .execute();
  },
};
