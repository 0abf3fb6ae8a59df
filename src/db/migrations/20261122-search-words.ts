import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/**
 * The index of search (docs/decisions/0037-search-is-a-table-of-words.md). It is empty: a job fills in what is stored
 * already, so that a large database starts at once.
 */
export const searchWords: Migration = {
  name: '20261122-search-words',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const words = tx.schema
      .createTable('search_words')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('word', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_words_pkey', ['account_id', 'kind', 'word', 'id']);
    // Its account is checked here, once per thing and not once per word.
    const texts = tx.schema
      .createTable('search_texts')
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
      .addColumn('kind', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('words', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_texts_pkey', ['account_id', 'kind', 'id']);
    for (const table of [words, texts]) {
      await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    }
  },
};
