/**
 * Search: the words by which people, groups, templates and forms are found, and the queries by which lists find them.
 * It owns one index of words for both engines (docs/decisions/0037-search-is-a-table-of-words.md). The domain of a
 * thing decides its words and writes them in the transaction of the thing; the list decides which results a user sees.
 */

export { deleteFillState } from './fill.store.ts';
export { type FillPosition, type FillSource, fillStored, isFilled } from './fill.ts';
export { fillSearch, fillSearchAgain, type SearchSource } from './fill-search.ts';
export {
  byWords,
  type Findings,
  find,
  foundFrom,
  hasWords,
  idsByWords,
  isFound,
  isLookedUp,
  selectFound,
} from './find.store.ts';
export { forgetWords, indexWords, type SearchText } from './index-words.ts';
export { rangeOf, termsOf, wordsOf } from './words.ts';
