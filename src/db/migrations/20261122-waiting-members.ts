import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/**
 * Members whose user is not here yet, what an account wants of its identity provider's ambiguous requests, what the
 * provisioning log tells of requests that succeeded, and how often a group's members were renamed.
 */
export const waitingMembers: Migration = {
  name: '20261122-waiting-members',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('waiting_members')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('group_id', key, (c) => c.notNull())
      .addColumn('value', key, (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('waiting_members_pkey', ['account_id', 'group_id', 'value'])
      .addForeignKeyConstraint(
        'waiting_members_group',
        ['account_id', 'group_id'],
        'groups',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('waiting_members_by_value')
      .on('waiting_members')
      .columns(['account_id', 'value'])
      .execute();
    await tx.schema
      .createIndex('waiting_members_by_since')
      .on('waiting_members')
      .column('since')
      .execute();
    await tx.schema
      .alterTable('accounts')
      .addColumn('keeps_omitted_members', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('accounts')
      .addColumn('managers_by_name', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('groups')
      .addColumn('renames', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('provisioning_log').addColumn('notes', 'text').execute();
  },
};
