import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** What identity providers sent and were answered, and which attributes they sent. */
export const provisioningLog: Migration = {
  name: '20261121-provisioning-log',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .alterTable('accounts')
      .addColumn('provisioning_log_days', 'integer', (c) => c.notNull().defaultTo(30))
      .execute();
    await tx.schema
      .createTable('provisioning_log')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('request_id', key, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('ms', 'integer', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('query', 'text')
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('code', 'text')
      .addColumn('detail', 'text')
      .addColumn('resource_type', 'text')
      .addColumn('resource_id', key)
      .addColumn('resource_name', 'text')
      .addColumn('name_key', key)
      .addColumn('credential_id', key)
      .addColumn('user_id', key)
      .addColumn('ip', 'text', (c) => c.notNull())
      .addColumn('agent', 'text')
      .addColumn('request_body', 'text')
      .addColumn('response_body', 'text')
      .addColumn('truncated', 'integer', (c) => c.notNull())
      .addColumn('dropped', 'integer', (c) => c.notNull().defaultTo(0))
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
      await tx.schema
        .createIndex(`provisioning_log_${name}`)
        .on('provisioning_log')
        .columns(columns)
        .execute();
    }
    await tx.schema
      .createTable('provisioning_attributes')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('resource_type', key, (c) => c.notNull())
      .addColumn('path', key, (c) => c.notNull())
      .addColumn('seen', 'bigint', (c) => c.notNull())
      .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('provisioning_attributes_pkey', [
        'account_id',
        'resource_type',
        'path',
      ])
      .execute();
  },
};
