import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Exports that are made again and again, and what became of each date. */
export const scheduledExports: Migration = {
  name: '20261129-delivery-scheduled-exports',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('scheduled_exports')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('owner_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('view_id', key)
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('options', 'text', (c) => c.notNull())
      .addColumn('delivery', key, (c) => c.notNull())
      .addColumn('schedule', 'text', (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('state', key, (c) => c.notNull())
      .addColumn('reason', key)
      .addColumn('from_day', key, (c) => c.notNull())
      .addColumn('next_at', time)
      .addColumn('tz_version', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('scheduled_exports_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('scheduled_exports_of_owner')
      .on('scheduled_exports')
      .columns(['account_id', 'owner_id', 'id'])
      .execute();
    for (const [name, first] of [
      ['scheduled_exports_due', 'next_at'],
      ['scheduled_exports_by_tz_version', 'tz_version'],
    ] as const) {
      await tx.schema
        .createIndex(name)
        .on('scheduled_exports')
        .columns([first, 'account_id', 'id'])
        .where(sql.ref('next_at'), 'is not', null)
        .execute();
    }
    await tx.schema
      .createTable('scheduled_export_runs')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('schedule_id', key, (c) => c.notNull())
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('outcome', key, (c) => c.notNull())
      .addColumn('reason', key)
      .addColumn('export_id', key)
      .addColumn('settled_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('scheduled_export_runs_pkey', ['account_id', 'schedule_id', 'day'])
      .execute();
    await tx.schema
      .createIndex('scheduled_export_runs_open')
      .on('scheduled_export_runs')
      .columns(['account_id', 'schedule_id', 'day'])
      .where(sql.ref('outcome'), '=', sql.lit('running'))
      .execute();
  },
};
