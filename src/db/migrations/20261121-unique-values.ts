import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** The values of attributes that an operator's schema calls unique: one row each, and so one owner. */
export const uniqueValues: Migration = {
  name: '20261121-unique-values',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const table = tx.schema
      .createTable('unique_values')
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
      .addColumn('attribute', key, (c) => c.notNull())
      .addColumn('value_key', key, (c) => c.notNull())
      .addColumn('owner_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('unique_values_pkey', ['account_id', 'attribute', 'value_key']);
    await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    await tx.schema
      .createIndex('unique_values_by_owner_id')
      .on('unique_values')
      .columns(['account_id', 'owner_id', 'attribute'])
      .execute();
  },
};
