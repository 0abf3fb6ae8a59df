import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The answers of forms in rows, by which forms are found and counted. */
export const answerValues: Migration = {
  name: '20261128-answer-values',
  oldestBeside: '0.1.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const table = tx.schema
      .createTable('answer_values')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('field', key, (c) => c.notNull())
      .addColumn('in_row', 'integer', (c) => c.notNull())
      .addColumn('in_answer', 'integer', (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('text', key)
      .addColumn('number', 'double precision')
      .addPrimaryKeyConstraint('answer_values_pkey', [
        'account_id',
        'form_id',
        'field',
        'in_row',
        'in_answer',
      ]);
    await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    for (const value of ['text', 'number'] as const) {
      await tx.schema
        .createIndex(`answer_values_by_${value}`)
        .on('answer_values')
        .columns(['account_id', 'template_id', 'field', value, 'form_id'])
        .where(sql.ref(value), 'is not', null)
        .execute();
    }
  },
};
