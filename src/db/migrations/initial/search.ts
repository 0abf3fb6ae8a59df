import type { Tx } from '#db/database.ts';
import { ofAccount, required, type Shape } from './table.ts';

/** The words that people, groups, templates and forms are found by (docs/decisions/0037-search-is-a-table-of-words.md). */
export async function createSearch(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await clustered(tx.schema.createTable('search_words'))
    .addColumn('account_id', key, required)
    .addColumn('kind', key, required)
    .addColumn('word', key, required)
    .addColumn('id', key, required)
    .addPrimaryKeyConstraint('search_words_pkey', ['account_id', 'kind', 'word', 'id'])
    .execute();
  // Its account is checked here, once for each thing and not once for each word.
  await clustered(tx.schema.createTable('search_texts'))
    .addColumn('account_id', key, ofAccount)
    .addColumn('kind', key, required)
    .addColumn('id', key, required)
    .addColumn('words', key, required)
    .addPrimaryKeyConstraint('search_texts_pkey', ['account_id', 'kind', 'id'])
    .execute();
}
