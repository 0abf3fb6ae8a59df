import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** How people want to be told, by kind of notice and channel, at what hours, and what waits to be mailed to them. */
export const noticeChoices: Migration = {
  name: '20261129-notice-choices',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('notice_choices')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('channel', key, (c) => c.notNull())
      .addColumn('choice', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('notice_choices_pkey', ['account_id', 'user_id', 'kind', 'channel'])
      .addForeignKeyConstraint(
        'notice_choices_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createTable('notice_hours')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('time_zone', key)
      .addColumn('digest_hour', 'integer', (c) => c.notNull())
      .addColumn('quiet_from', 'integer')
      .addColumn('quiet_until', 'integer')
      .addPrimaryKeyConstraint('notice_hours_pkey', ['account_id', 'user_id'])
      .addForeignKeyConstraint(
        'notice_hours_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createTable('bell_mails')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('subject_type', key, (c) => c.notNull())
      .addColumn('subject_id', key, (c) => c.notNull())
      .addColumn('by_user', key)
      .addColumn('outcome', key)
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('bell_mails_pkey', ['account_id', 'user_id', 'kind', 'subject_id'])
      .addForeignKeyConstraint(
        'bell_mails_user',
        ['account_id', 'user_id'],
        'users',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema.createIndex('bell_mails_due').on('bell_mails').columns(['due_at']).execute();
  },
};
