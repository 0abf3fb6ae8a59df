import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The private address of the calendar of a user, of which only a hash is kept. It goes with the user. */
export const calendarAddresses: Migration = {
  name: '20261130-calendar',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('calendar_addresses')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('token_hash', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('calendar_addresses_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'calendar_addresses_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('calendar_addresses__token_hash')
      .on('calendar_addresses')
      .columns(['account_id', 'token_hash'])
      .unique()
      .execute();
  },
};
