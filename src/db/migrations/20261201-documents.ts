import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The papers of an organisation, and what is drawn on them. */
export const documents: Migration = {
  name: '20261201-documents',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('document_papers')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_papers_key', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createTable('document_parts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('paper_id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_parts_key', ['account_id', 'paper_id', 'kind', 'position'])
      .execute();
    await tx.schema
      .createTable('documents')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('version_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('paper_id', key, (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('layout', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('documents_key', ['account_id', 'template_id', 'version_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('documents_by_paper')
      .on('documents')
      .columns(['account_id', 'paper_id'])
      .execute();
  },
};
