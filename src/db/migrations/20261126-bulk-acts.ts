import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Actions on many forms, and the forms that each of them is about. */
export const bulkActs: Migration = {
  name: '20261126-bulk-acts',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('bulk_acts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('act', 'text', (c) => c.notNull())
      .addColumn('assignee_type', 'text')
      .addColumn('assignee_id', key)
      .addColumn('locale', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text')
      .addColumn('total', 'integer', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull())
      .addColumn('skipped', 'integer', (c) => c.notNull())
      .addColumn('failed', 'integer', (c) => c.notNull())
      .addColumn('claims', 'integer', (c) => c.notNull())
      .addColumn('stalled', 'integer', (c) => c.notNull())
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .addColumn('served_at', 'bigint', (c) => c.notNull())
      .addColumn('created_by', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('bulk_acts_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('bulk_acts_by_creator')
      .on('bulk_acts')
      .columns(['account_id', 'created_by', 'id'])
      .execute();
    await tx.schema
      .createIndex('bulk_acts_unfinished')
      .on('bulk_acts')
      .columns(['account_id', 'served_at', 'id'])
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
    await tx.schema
      .createIndex('bulk_acts_by_expires_at')
      .on('bulk_acts')
      .columns(['expires_at', 'account_id', 'id'])
      .execute();
    await tx.schema
      .createTable('bulk_act_forms')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('act_id', key, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('outcome', 'text')
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addPrimaryKeyConstraint('bulk_act_forms_pkey', ['account_id', 'act_id', 'position'])
      .execute();
    await tx.schema
      .createIndex('bulk_act_forms_by_outcome')
      .on('bulk_act_forms')
      .columns(['account_id', 'act_id', 'outcome', 'position'])
      .execute();
    await tx.schema
      .createIndex('bulk_act_forms_by_form')
      .on('bulk_act_forms')
      .columns(['account_id', 'form_id'])
      .execute();
  },
};
