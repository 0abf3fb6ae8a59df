import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The colour and the logo of an organisation. */
export const brands: Migration = {
  name: '20261126-brands',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('brands')
      .addColumn('account_id', key, (c) => c.primaryKey())
      .addColumn('accent', 'text')
      .addColumn('logo', 'text')
      .addColumn('logo_hash', key)
      .addColumn('logo_width', 'integer')
      .addColumn('logo_height', 'integer')
      .execute();
    await tx.schema
      .createIndex('brands_by_logo_hash')
      .on('brands')
      .columns(['logo_hash'])
      .execute();
  },
};
