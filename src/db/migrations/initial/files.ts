import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { index, required, type Shape } from './table.ts';

/** Files of forms, files that no row refers to, and exports. */
export async function createFiles(tx: Tx, shape: Shape): Promise<void> {
  await createAttachments(tx, shape);
  await createExports(tx, shape);
}

async function createAttachments(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('attachments')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('form_id', key, required)
    .addColumn('field_name', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .addColumn('storage_key', 'text', required)
    // The processed picture that is shown and printed, besides the uploaded file; null for other files.
    .addColumn('picture_key', 'text')
    .addColumn('picture_type', 'text')
    .addColumn('picture_size', 'bigint')
    .addColumn('created_by', key, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('check_at', 'bigint', required)
    .addPrimaryKeyConstraint('attachments_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'attachments_by_form', 'attachments', [
    ...['account_id', 'form_id', 'id'],
  ]).execute();
  await index(tx, 'attachments_by_check', 'attachments', ['check_at']).execute();
  await tx.schema
    .createTable('loose_files')
    .addColumn('account_id', key, required)
    .addColumn('storage_key', key, required)
    .addColumn('since', 'bigint', required)
    .addPrimaryKeyConstraint('loose_files_pkey', ['account_id', 'storage_key'])
    .execute();
  await index(tx, 'loose_files_by_since', 'loose_files', ['since']).execute();
}

async function createExports(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('export_jobs')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('kind', 'text', required)
    .addColumn('template_id', key)
    .addColumn('form_id', key)
    .addColumn('options', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('progress', 'integer', required)
    .addColumn('written', 'integer', required)
    .addColumn('message', 'text')
    .addColumn('problems', 'text', required)
    .addColumn('problem_count', 'integer', required)
    .addColumn('files', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('leased_until', 'bigint', required)
    .addColumn('created_by', key, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('export_jobs_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'export_jobs_by_person', 'export_jobs', [
    ...['account_id', 'created_by', 'id'],
  ]).execute();
  // A small index: few exports are unfinished, however many there were.
  await index(tx, 'export_jobs_to_do', 'export_jobs', ['state', 'created_at'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  await index(tx, 'export_jobs_by_end', 'export_jobs', ['expires_at']).execute();
}
