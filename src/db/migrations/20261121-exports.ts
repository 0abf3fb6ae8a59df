import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Exports that people asked for. */
export const exports: Migration = {
  name: '20261121-exports',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('export_jobs')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('template_id', key)
      .addColumn('form_id', key)
      .addColumn('options', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('progress', 'integer', (c) => c.notNull())
      .addColumn('written', 'integer', (c) => c.notNull())
      .addColumn('message', 'text')
      .addColumn('problems', 'text', (c) => c.notNull())
      .addColumn('problem_count', 'integer', (c) => c.notNull())
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .addColumn('created_by', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('export_jobs_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('export_jobs_by_person')
      .on('export_jobs')
      .columns(['account_id', 'created_by', 'id'])
      .execute();
    // What there is to do is little, however many exports there were.
    await tx.schema
      .createIndex('export_jobs_to_do')
      .on('export_jobs')
      .columns(['state', 'created_at'])
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
    await tx.schema
      .createIndex('export_jobs_by_end')
      .on('export_jobs')
      .columns(['expires_at'])
      .execute();
  },
};
