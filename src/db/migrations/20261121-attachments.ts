import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Files of forms, and files that nothing names. */
export const attachments: Migration = {
  name: '20261121-attachments',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('attachments')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('field_name', 'text', (c) => c.notNull())
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('storage_key', 'text', (c) => c.notNull())
      .addColumn('created_by', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('check_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('attachments_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('attachments_by_form')
      .on('attachments')
      .columns(['account_id', 'form_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('attachments_by_check')
      .on('attachments')
      .columns(['check_at'])
      .execute();
    await tx.schema
      .createTable('loose_files')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('storage_key', key, (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('loose_files_pkey', ['account_id', 'storage_key'])
      .execute();
    await tx.schema
      .createIndex('loose_files_by_since')
      .on('loose_files')
      .columns(['since'])
      .execute();
  },
};
