import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The templates whose forms are indexed again for search. */
export const searchRefills: Migration = {
  name: '20261127-search-refills',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('search_refills')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('after_number', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('search_refills_pkey', ['account_id', 'template_id'])
      .execute();
  },
};
