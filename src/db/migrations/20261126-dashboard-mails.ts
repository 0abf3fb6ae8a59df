import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Who gets a mail with the link of a dashboard, and when the next one is due. */
export const dashboardMails: Migration = {
  name: '20261126-dashboard-mails',
  oldestBeside: '0.1.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('dashboard_mails')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('dashboard_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('every', 'text', (c) => c.notNull())
      .addColumn('on_day', 'integer')
      .addColumn('hour', 'integer', (c) => c.notNull())
      .addColumn('next_at', time, (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('dashboard_mails_pkey', ['account_id', 'dashboard_id', 'user_id'])
      .execute();
    await tx.schema
      .createIndex('dashboard_mails_due')
      .on('dashboard_mails')
      .columns(['next_at', 'account_id', 'dashboard_id', 'user_id'])
      .execute();
    await tx.schema
      .createIndex('dashboard_mails_of_user')
      .on('dashboard_mails')
      .columns(['account_id', 'user_id'])
      .execute();
  },
};
