import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Templates that are assigned again and again, what became of each date, and the holidays of organisations. */
export const series: Migration = {
  name: '20261130-series',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('series')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('assignee_type', key, (c) => c.notNull())
      .addColumn('assignee_id', key, (c) => c.notNull())
      .addColumn('mode', key, (c) => c.notNull())
      .addColumn('answers', 'text', (c) => c.notNull())
      .addColumn('instructions', 'text')
      .addColumn('priority', key, (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('start_day', key, (c) => c.notNull())
      .addColumn('due_time', key, (c) => c.notNull())
      .addColumn('holidays', key, (c) => c.notNull())
      .addColumn('lead_days', 'integer', (c) => c.notNull())
      .addColumn('remaining', 'integer')
      .addColumn('paused_at', time)
      .addColumn('sent_by', key, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('from_day', key, (c) => c.notNull())
      .addColumn('next_day', key)
      .addColumn('make_at', time)
      .addColumn('tz_version', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('series_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('series_of_template')
      .on('series')
      .columns(['account_id', 'template_id', 'id'])
      .execute();
    for (const person of ['sent_by', 'assignee_id']) {
      await tx.schema
        .createIndex(`series_by_${person}`)
        .on('series')
        .columns(['account_id', person])
        .execute();
    }
    for (const [name, first] of [
      ['series_due', 'make_at'],
      ['series_by_tz_version', 'tz_version'],
    ] as const) {
      await tx.schema
        .createIndex(name)
        .on('series')
        .columns([first, 'account_id', 'id'])
        .where(sql.ref('make_at'), 'is not', null)
        .execute();
    }
    await tx.schema
      .createTable('series_dates')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('series_id', key, (c) => c.notNull())
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('outcome', key, (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('settled_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('series_dates_pkey', ['account_id', 'series_id', 'day'])
      .execute();
    await tx.schema
      .createTable('holidays')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('holidays_pkey', ['account_id', 'day'])
      .execute();
  },
};
