import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** SCIM requests of senders who proved nothing: counted by hour, address and route, and nothing else of them is kept. */
export const unprovenRequests: Migration = {
  name: '20261123-unproven-requests',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('unproven_requests')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('ip', key, (c) => c.notNull())
      .addColumn('method', key, (c) => c.notNull())
      .addColumn('route', key, (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('unproven_requests_pkey', [
        'account_id',
        'hour',
        'ip',
        'method',
        'route',
      ])
      .execute();
  },
};
