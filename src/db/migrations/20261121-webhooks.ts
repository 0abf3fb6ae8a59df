import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Webhooks, the outbox of what they are to be told, and the log of the attempts to tell it. */
export const webhooks: Migration = {
  name: '20261121-webhooks',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('webhooks')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('target_url', 'text', (c) => c.notNull())
      .addColumn('event_types', 'text', (c) => c.notNull())
      .addColumn('template_id', key)
      .addColumn('description', 'text')
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('previous_until', 'bigint')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('disabled_reason', 'text')
      .addColumn('disabled_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('created_by', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('webhooks_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createTable('webhook_deliveries')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('webhook_id', key, (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_at', 'bigint')
      .addPrimaryKeyConstraint('webhook_deliveries_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createTable('webhook_attempts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('delivery_id', key, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('ms', 'integer', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('error', 'text')
      .addColumn('answer', 'text')
      .addPrimaryKeyConstraint('webhook_attempts_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['account_id', 'webhook_id', 'next_at', 'id'])
      .where('next_at', 'is not', null)
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_by_webhook')
      .on('webhook_deliveries')
      .columns(['account_id', 'webhook_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_by_at')
      .on('webhook_deliveries')
      .columns(['account_id', 'at'])
      .execute();
    await tx.schema
      .createIndex('webhook_attempts_by_delivery')
      .on('webhook_attempts')
      .columns(['account_id', 'delivery_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('webhook_attempts_by_at')
      .on('webhook_attempts')
      .columns(['account_id', 'at'])
      .execute();
  },
};
