import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Charts of answers that people put together, and the groups that these are shared with. */
export const dashboards: Migration = {
  name: '20261127-dashboards',
  oldestBeside: '0.1.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('dashboards')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', key, (c) => c.notNull())
      .addColumn('owner_id', key, (c) => c.notNull())
      .addColumn('tiles', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('dashboards_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('dashboards_by_name')
      .on('dashboards')
      .columns(['account_id', 'name_key', 'id'])
      .execute();
    await tx.schema
      .createIndex('dashboards_by_owner')
      .on('dashboards')
      .columns(['account_id', 'owner_id'])
      .execute();
    await tx.schema
      .createTable('dashboard_groups')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('dashboard_id', key, (c) => c.notNull())
      .addColumn('group_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('dashboard_groups_pkey', ['account_id', 'dashboard_id', 'group_id'])
      .execute();
  },
};
