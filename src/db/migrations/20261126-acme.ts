import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The certificate of an ACME authority, and what is needed to get the next one. */
export const acme: Migration = {
  name: '20261126-acme',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('acme_items')
      .addColumn('name', key, (c) => c.primaryKey())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute();
  },
};
