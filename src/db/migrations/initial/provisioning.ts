import type { Tx } from '#db/database.ts';
import { cascade, index, primary, required, type Shape, startsAs } from './table.ts';

/** The provisioning log, the guard that can pause provisioning, and the groups that give roles. */
export async function createProvisioning(tx: Tx, shape: Shape): Promise<void> {
  await createLog(tx, shape);
  await createAttributes(tx, shape);
  await createGuard(tx, shape);
  await createRoleMappings(tx, shape);
}

async function createLog(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('provisioning_log')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('request_id', key, required)
    .addColumn('at', 'bigint', required)
    .addColumn('ms', 'integer', required)
    .addColumn('method', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('query', 'text')
    .addColumn('status', 'integer', required)
    .addColumn('outcome', 'text', required)
    .addColumn('code', 'text')
    .addColumn('detail', 'text')
    .addColumn('notes', 'text')
    .addColumn('resource_type', 'text')
    .addColumn('resource_id', key)
    .addColumn('resource_name', 'text')
    .addColumn('name_key', key)
    .addColumn('credential_id', key)
    .addColumn('user_id', key)
    .addColumn('ip', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('truncated', 'integer', required)
    .addColumn('dropped', 'integer', startsAs(0))
    // Last: SQLite reads through a large value to reach the columns after it.
    .addColumn('request_body', 'text')
    .addColumn('response_body', 'text')
    .addPrimaryKeyConstraint('provisioning_log_pkey', ['account_id', 'id'])
    .execute();
  const indexes = {
    by_outcome: ['account_id', 'outcome', 'id'],
    by_resource: ['account_id', 'resource_id', 'id'],
    by_credential: ['account_id', 'credential_id', 'id'],
    by_name: ['account_id', 'name_key', 'id'],
    by_at: ['account_id', 'at'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await index(tx, `provisioning_log_${name}`, 'provisioning_log', columns).execute();
  }
}

/** Attributes that identity providers sent, and counts of requests without a valid credential. */
async function createAttributes(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('provisioning_attributes')
    .addColumn('account_id', key, required)
    .addColumn('resource_type', key, required)
    .addColumn('path', key, required)
    .addColumn('seen', 'bigint', required)
    .addColumn('last_seen_at', 'bigint', required)
    .addPrimaryKeyConstraint('provisioning_attributes_pkey', [
      ...(['account_id', 'resource_type', 'path'] as const),
    ])
    .execute();
  await tx.schema
    .createTable('unproven_requests')
    .addColumn('account_id', key, required)
    .addColumn('hour', 'bigint', required)
    .addColumn('ip', key, required)
    .addColumn('method', key, required)
    .addColumn('route', key, required)
    .addColumn('count', 'bigint', required)
    .addColumn('first_at', 'bigint', required)
    .addColumn('last_at', 'bigint', required)
    .addPrimaryKeyConstraint('unproven_requests_pkey', [
      ...(['account_id', 'hour', 'ip', 'method', 'route'] as const),
    ])
    .execute();
}

async function createGuard(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('provisioning_settings')
    .addColumn('account_id', key, primary)
    .addColumn('changed_at', 'bigint')
    .addColumn('changed_by', key)
    .addColumn('reason', 'text')
    .addColumn('guard_percent', 'integer', required)
    .addColumn('guard_minimum', 'integer', required)
    .addColumn('guard_minutes', 'integer', required)
    .addColumn('guard_enabled', 'integer', required)
    .addColumn('guard_off_until', 'bigint')
    .execute();
  await tx.schema
    .createTable('leavings')
    .addColumn('account_id', key, primary)
    .addColumn('started_at', 'bigint', required)
    .addColumn('count', 'integer', required)
    .execute();
}

async function createRoleMappings(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('role_mappings')
    .addColumn('account_id', key, required)
    .addColumn('group_id', key, required)
    .addColumn('role', 'text', required)
    .addPrimaryKeyConstraint('role_mappings_pkey', ['account_id', 'group_id'])
    .addForeignKeyConstraint(
      'role_mappings_group',
      ['account_id', 'group_id'],
      'groups',
      ['account_id', 'id'],
      cascade,
    )
    .execute();
}
