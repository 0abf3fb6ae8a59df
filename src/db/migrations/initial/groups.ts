import type { Tx } from '#db/database.ts';
import { cascade, index, ofAccount, required, type Shape, startsAs } from './table.ts';

/** Groups, their members, and members whose user does not exist yet. */
export async function createGroups(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('groups')
    .addColumn('account_id', key, ofAccount)
    .addColumn('id', key, required)
    .addColumn('display_name', 'text', required)
    .addColumn('display_name_key', key, required)
    .addColumn('external_id', key)
    .addColumn('origin', 'text', required)
    .addColumn('version', 'integer', required)
    // How often members were renamed, which is part of the ETag.
    .addColumn('renames', 'bigint', startsAs(0))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('attributes', 'text', required)
    .addColumn('folded', 'text', required)
    .addPrimaryKeyConstraint('groups_pkey', ['account_id', 'id'])
    .execute();
  const groups = (name: string, columns: readonly string[]) =>
    index(tx, `groups_${name}`, 'groups', columns);
  await groups('_display_name_key', ['account_id', 'display_name_key']).unique().execute();
  await groups('by_external_id_id', ['account_id', 'external_id', 'id']).execute();
  await groups('by_created_at_id', ['account_id', 'created_at', 'id']).execute();
  await groups('by_updated_at_id', ['account_id', 'updated_at', 'id']).execute();
  await clustered(tx.schema.createTable('memberships'))
    .addColumn('account_id', key, required)
    .addColumn('group_id', key, required)
    .addColumn('member_id', key, required)
    .addColumn('member_type', 'text', required)
    .addPrimaryKeyConstraint('memberships_pkey', ['account_id', 'group_id', 'member_id'])
    .addForeignKeyConstraint(
      'memberships_group',
      ['account_id', 'group_id'],
      'groups',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'memberships_by_member_id_group_id', 'memberships', [
    ...['account_id', 'member_id', 'group_id'],
  ]).execute();
  await createWaitingMembers(tx, key);
}

async function createWaitingMembers(tx: Tx, key: Shape['key']): Promise<void> {
  await tx.schema
    .createTable('waiting_members')
    .addColumn('account_id', key, required)
    .addColumn('group_id', key, required)
    .addColumn('value', key, required)
    .addColumn('since', 'bigint', required)
    .addPrimaryKeyConstraint('waiting_members_pkey', ['account_id', 'group_id', 'value'])
    .addForeignKeyConstraint(
      'waiting_members_group',
      ['account_id', 'group_id'],
      'groups',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
  await index(tx, 'waiting_members_by_value', 'waiting_members', ['account_id', 'value']).execute();
  await index(tx, 'waiting_members_by_since', 'waiting_members', ['since']).execute();
}
