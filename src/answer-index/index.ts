/** The values of answers as an index holds them, and the texts that forms are found by: both are written with each form. */
export {
  type AnswerField,
  allChoices,
  answerFieldsOf,
  hasGroups,
  isSortable,
  offeredChoices,
} from './answer-fields.ts';
export { fulfils, holdsFor } from './answer-filter.store.ts';
export {
  type AnswerFilter,
  type AnswerTest,
  MAX_ANSWER_FILTERS,
  parseAnswerFilters,
} from './answer-filter.ts';
export { deleteAllValues, findOrphans } from './answer-values.store.ts';
export { textKey, timeOf } from './answer-values.ts';
export {
  endRefill,
  lockFormsOf,
  lockRefillAfter,
  moveRefill,
  type SearchRefill,
} from './search-refill.store.ts';
export { searchedAnswers } from './searched-answers.ts';
export { seriesOf } from './series.ts';
export { type NumberSpan, type Summability, summabilityOf } from './summability.ts';
export { type Answered, forgetValues, writeValues } from './write-values.ts';
