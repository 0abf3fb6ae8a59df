import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Whether provisioning is on, what stops it by itself, and which groups give roles. */
export const provisioningState: Migration = {
  name: '20261121-provisioning-state',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .alterTable('accounts')
      .addColumn('provisioning', 'text', (c) => c.notNull().defaultTo('on'))
      .execute();
    await tx.schema
      .createTable('provisioning_settings')
      .addColumn('account_id', key, (c) => c.primaryKey())
      .addColumn('changed_at', 'bigint')
      .addColumn('changed_by', key)
      .addColumn('reason', 'text')
      .addColumn('guard_percent', 'integer', (c) => c.notNull())
      .addColumn('guard_minimum', 'integer', (c) => c.notNull())
      .addColumn('guard_minutes', 'integer', (c) => c.notNull())
      .addColumn('guard_enabled', 'integer', (c) => c.notNull())
      .addColumn('guard_off_until', 'bigint')
      .execute();
    await tx.schema
      .createTable('leavings')
      .addColumn('account_id', key, (c) => c.primaryKey())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .execute();
    await tx.schema
      .createTable('role_mappings')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('group_id', key, (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('role_mappings_pkey', ['account_id', 'group_id'])
      .addForeignKeyConstraint(
        'role_mappings_group',
        ['account_id', 'group_id'],
        'groups',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};
