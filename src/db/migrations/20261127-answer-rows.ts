import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/**
 * On SQLite, an index of a table without row ids repeats the whole primary key in each entry, three ids here: 160 bytes
 * where 27 do. The values of a million forms are counted from a fifth of the pages, which matters most while these are
 * not in memory. The table is copied, because SQLite cannot change this in place.
 */
export const answerRows: Migration = {
  name: '20261127-answer-rows',
  oldestBeside: '0.1.0',
  async up(tx) {
    if (engineOf(tx) === 'postgres') return;
    await tx.schema
      .createTable('answer_values_copy')
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('form_id', 'text', (c) => c.notNull())
      .addColumn('field', 'text', (c) => c.notNull())
      .addColumn('in_row', 'integer', (c) => c.notNull())
      .addColumn('in_answer', 'integer', (c) => c.notNull())
      .addColumn('template_id', 'text', (c) => c.notNull())
      .addColumn('text', 'text')
      .addColumn('number', 'double precision')
      .addColumn('series', 'text')
      .addPrimaryKeyConstraint('answer_values_pkey', [
        'account_id',
        'form_id',
        'field',
        'in_row',
        'in_answer',
      ])
      .execute();
    const columns = sql`account_id, form_id, field, in_row, in_answer, template_id, text, number, series`;
    await sql`insert into answer_values_copy (${columns}) select ${columns} from answer_values`.execute(
      tx,
    );
    await tx.schema.dropTable('answer_values').execute();
    await tx.schema.alterTable('answer_values_copy').renameTo('answer_values').execute();
    for (const value of ['text', 'number'] as const) {
      // The template first: SQLite prefers an index that has all columns, by its first column alone, to the primary key,
      // and would read all values of an account for each form.
      await tx.schema
        .createIndex(`answer_values_by_${value}`)
        .on('answer_values')
        .columns(['template_id', 'field', 'account_id', value, 'form_id', 'in_row', 'in_answer'])
        .where(sql.ref(value), 'is not', null)
        .execute();
      await tx.schema
        .createIndex(`answer_values_by_series_${value}`)
        .on('answer_values')
        .columns(['series', value])
        .where(sql.ref(value), 'is not', null)
        .where(sql.ref('series'), 'is not', null)
        .execute();
    }
  },
};
