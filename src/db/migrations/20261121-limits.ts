import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** How often each caller came in this minute, and who failed to prove who they are. */
export const limits: Migration = {
  name: '20261121-limits',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    // As rate-limiter-flexible fills it, in this order. What it holds is over in a minute, so a write
    // need not wait for the disk: emptied by a crash, everybody begins a new window.
    const counts = tx.schema.createTable('rate_limits');
    await (isPostgres ? counts.modifyFront(sql`unlogged`) : counts)
      .addColumn('key', key, (c) => c.primaryKey())
      .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('expire', 'bigint')
      .execute();
    await tx.schema.createIndex('rate_limits_expire').on('rate_limits').column('expire').execute();
    await tx.schema
      .createTable('sign_in_failures')
      .addColumn('who', key, (c) => c.notNull())
      .addColumn('address', key, (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('counted_at', 'bigint', (c) => c.notNull())
      .addColumn('succeeded_at', 'bigint')
      .addColumn('password', 'text')
      .addPrimaryKeyConstraint('sign_in_failures_pkey', ['who', 'address'])
      .execute();
    await tx.schema
      .createIndex('sign_in_failures_counted_at')
      .on('sign_in_failures')
      .column('counted_at')
      .execute();
  },
};
