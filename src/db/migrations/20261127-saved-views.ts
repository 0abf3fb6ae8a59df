import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Filters and orders of lists that people save under a name. */
export const savedViews: Migration = {
  name: '20261127-saved-views',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('saved_views')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('owner_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', key, (c) => c.notNull())
      .addColumn('list', 'text', (c) => c.notNull())
      .addColumn('template_id', key)
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('shared_with', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('saved_views_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('saved_views_by_owner')
      .on('saved_views')
      .columns(['account_id', 'owner_id', 'name_key', 'id'])
      .execute();
    await tx.schema
      .createIndex('saved_views_shared_with_everyone')
      .on('saved_views')
      .columns(['account_id', 'name_key', 'id'])
      .where(sql.ref('shared_with'), '=', sql.lit('everyone'))
      .execute();
    await tx.schema
      .createTable('saved_view_groups')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('group_id', key, (c) => c.notNull())
      .addColumn('view_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('saved_view_groups_pkey', ['account_id', 'group_id', 'view_id'])
      .execute();
    await tx.schema
      .createIndex('saved_view_groups_by_view')
      .on('saved_view_groups')
      .columns(['account_id', 'view_id'])
      .execute();
  },
};
