import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Role mappings that ended because their group was deleted, until an admin gives them back or dismisses them. */
export const endedRoleMappings: Migration = {
  name: '20261128-ended-role-mappings',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('ended_role_mappings')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('group_id', key, (c) => c.notNull())
      .addColumn('group_name', 'text', (c) => c.notNull())
      .addColumn('name_key', key, (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('ended_at', 'bigint', (c) => c.notNull())
      .addColumn('credential_id', key)
      .addColumn('people', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('ended_role_mappings_pkey', ['account_id', 'group_id'])
      .execute();
  },
};
