import type { Fixed } from './column-types.ts';

export type SearchKind = 'user' | 'group' | 'template' | 'form';

/** One row per searchable word; a search reads the range of words with a common prefix. */
export interface SearchWordsTable {
  account_id: Fixed<string>;
  kind: Fixed<SearchKind>;
  /** Folded (search/words.ts), compared in code-point order. */
  word: Fixed<string>;
  /** Id of the user, group, template or form. */
  id: Fixed<string>;
}

/**
 * The same words in one row per item, to find out which words search_words has of it, and whether one is among them.
 */
export interface SearchTextsTable {
  account_id: Fixed<string>;
  kind: Fixed<SearchKind>;
  id: Fixed<string>;
  /** In order, each with a space before and after it. */
  words: string;
}

/** The templates whose forms are indexed again, because a new version says that they are found by other answers. */
export interface SearchRefillsTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  /** The number of the last form that was indexed; 0 for none. */
  after_number: number;
}
