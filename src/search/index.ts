/**
 * Search: the words that people, groups, templates and forms are found by, and how lists find them. It owns one index
 * of words for both engines (docs/decisions/0037-search-is-a-table-of-words.md). What a thing is found by is decided
 * by its own domain, which writes it here in the transaction of the thing; who may see what was found, by the list.
 */

export type { SearchKind } from '#db/search-tables.ts';
export { fillSearch, type SearchSource } from './fill.ts';
export { type Findings, find, foundFrom, isFound, selectFound } from './find.store.ts';
export { forgetWords, indexWords, type SearchText } from './index-words.ts';
export type { Searchable } from './search-words.store.ts';
