import type { Tx } from '#db/database.ts';
import { ofAccount, required, type Shape } from './table.ts';

/** The searchable words of users, groups, templates and forms (docs/decisions/0037-search-is-a-table-of-words.md). */
export async function createSearch(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await clustered(tx.schema.createTable('search_words'))
    .addColumn('account_id', key, required)
    .addColumn('kind', key, required)
    .addColumn('word', key, required)
    .addColumn('id', key, required)
    .addPrimaryKeyConstraint('search_words_pkey', ['account_id', 'kind', 'word', 'id'])
    .execute();
  // The foreign key to the account is here, and so is checked once per item and not once per word.
  await clustered(tx.schema.createTable('search_texts'))
    .addColumn('account_id', key, ofAccount)
    .addColumn('kind', key, required)
    .addColumn('id', key, required)
    .addColumn('words', key, required)
    .addPrimaryKeyConstraint('search_texts_pkey', ['account_id', 'kind', 'id'])
    .execute();
}
