import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/**
 * Who last corrected a complete form, and what a correction changed, apart from the history, which names only the
 * field. A correction goes with its entry in the history, also where a node of the version before deletes that.
 */
export const answerCorrections: Migration = {
  name: '20261128-answer-corrections',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('forms').addColumn('corrected_by', key).execute();
    await tx.schema.alterTable('forms').addColumn('corrected_at', 'bigint').execute();
    await tx.schema
      .createTable('form_corrections')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('field', key, (c) => c.notNull())
      .addColumn('old_answers', 'text', (c) => c.notNull())
      .addColumn('new_answers', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('form_corrections_pkey', ['account_id', 'id'])
      .addForeignKeyConstraint(
        'form_corrections_event',
        ['account_id', 'id'],
        'form_events',
        ['account_id', 'id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await tx.schema
      .createIndex('form_corrections_by_form_id_id')
      .on('form_corrections')
      .columns(['account_id', 'form_id', 'id'])
      .execute();
  },
};
