import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The answers to a field by value in an index with one short key, by which all of them are counted. */
export const answerSeries: Migration = {
  name: '20261127-answer-series',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('answer_values').addColumn('series', key).execute();
    for (const value of ['text', 'number'] as const) {
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
