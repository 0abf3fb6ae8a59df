import type { Fixed } from './column-types.ts';

export type SearchKind = 'user' | 'group' | 'template' | 'form';

/** One row per word that something is found by: a search reads the range of those that start alike. */
export interface SearchWordsTable {
  account_id: Fixed<string>;
  kind: Fixed<SearchKind>;
  /** Folded (search/words.ts), compared in code-point order. */
  word: Fixed<string>;
  /** Of the user, group, template or form. */
  id: Fixed<string>;
}

/** The same words once more, a row per thing: what search_words holds of it, and whether it has a word. */
export interface SearchTextsTable {
  account_id: Fixed<string>;
  kind: Fixed<SearchKind>;
  id: Fixed<string>;
  /** In order, a space before and behind each. */
  words: string;
}
