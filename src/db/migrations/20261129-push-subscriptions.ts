import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The browsers that people let news be pushed to, the messages that wait for them, and the key that signs these. */
export const pushSubscriptions: Migration = {
  name: '20261129-push-subscriptions',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('push_subscriptions')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('session_id', key, (c) => c.notNull())
      .addColumn('endpoint_hash', key, (c) => c.notNull().unique())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('agent', 'text')
      .addColumn('created_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('push_subscriptions_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('push_subscriptions_of_user')
      .on('push_subscriptions')
      .columns(['account_id', 'user_id', 'id'])
      .execute();
    await tx.schema
      .createTable('push_messages')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('subscription_id', key, (c) => c.notNull())
      .addColumn('notice_id', key, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_at', time, (c) => c.notNull())
      .addColumn('claimed_until', time)
      .addColumn('expires_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('push_messages_pkey', ['account_id', 'id'])
      .addUniqueConstraint('push_messages_of_subscription', [
        'account_id',
        'subscription_id',
        'notice_id',
      ])
      .execute();
    await tx.schema
      .createIndex('push_messages_due')
      .on('push_messages')
      .columns(['account_id', 'user_id', 'next_at', 'id'])
      .execute();
    await tx.schema
      .createTable('push_keys')
      .addColumn('name', key, (c) => c.primaryKey())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute();
  },
};
