import type { Tx } from '#db/database.ts';
import { index, required, type Shape } from './table.ts';

/** Webhooks, the delivery queue, and the attempts to deliver. */
export async function createWebhooks(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('webhooks')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('target_url', 'text', required)
    .addColumn('event_types', 'text', required)
    .addColumn('template_id', key)
    .addColumn('description', 'text')
    .addColumn('secret', 'text', required)
    .addColumn('previous_secret', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('state', 'text', required)
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('created_by', key, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('webhooks_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createTable('webhook_deliveries')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('webhook_id', key, required)
    .addColumn('type', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('data', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('next_at', 'bigint')
    // By the storage's clock, because next_at uses the clock of a node: a node whose clock is ahead would consider the
    // claim of another node expired, and deliver twice.
    .addColumn('claimed_until', 'bigint')
    .addPrimaryKeyConstraint('webhook_deliveries_pkey', ['account_id', 'id'])
    .execute();
  const deliveries = (name: string, columns: readonly string[]) =>
    index(tx, `webhook_deliveries_${name}`, 'webhook_deliveries', ['account_id', ...columns]);
  await deliveries('due', ['webhook_id', 'next_at', 'id'])
    .where('next_at', 'is not', null)
    .execute();
  await deliveries('by_webhook', ['webhook_id', 'id']).execute();
  await deliveries('by_at', ['at']).execute();
  await tx.schema
    .createTable('webhook_attempts')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('delivery_id', key, required)
    .addColumn('at', 'bigint', required)
    .addColumn('ms', 'integer', required)
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('webhook_attempts_pkey', ['account_id', 'id'])
    .execute();
  const attempts = (name: string, columns: readonly string[]) =>
    index(tx, `webhook_attempts_${name}`, 'webhook_attempts', ['account_id', ...columns]);
  await attempts('by_delivery', ['delivery_id', 'id']).execute();
  await attempts('by_at', ['at']).execute();
}
