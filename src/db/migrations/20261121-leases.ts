import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Who does background work, and how often each key was used. */
export const leases: Migration = {
  name: '20261121-leases',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('leases')
      .addColumn('name', key, (c) => c.primaryKey())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await tx.schema
      .alterTable('keys')
      .addColumn('uses', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
