/** Forms by their answers: conditions, order, sums and cells, read from the index of answers. */
export { type AnswerOrder, parseAnswerOrder, printAnswerOrder } from './answer-order.ts';
export { sumAnswers } from './answer-totals.store.ts';
export {
  ANSWERS_FILTER,
  type AnswersFilter,
  type AskedAnswers,
  askedAnswers,
  chosenFields,
  termsOfFilter,
} from './asked-answers.ts';
export { entriesOf } from './entries.store.ts';
export { fillValues, fillValuesAgain, haveSeries } from './fill-values.ts';
export type { FormAnswers } from './form-answers.store.ts';
export { fittingForms, MAX_PAGE_LENGTH, readFormAnswers } from './form-answers.ts';
export { knownFields, knownVersions } from './known-fields.ts';
export { narrow } from './narrow-answers.store.ts';
export { printPosition, readPosition } from './order-position.ts';
export type { OrderPosition } from './order-terms.store.ts';
export { type Cells, readCells } from './read-cells.ts';
export { rebuildValues } from './rebuild-values.ts';
export { refillSearch } from './refill-search.ts';
export {
  listSorted,
  positionIn,
  type SortedRow,
  type TemplateSelection,
} from './sorted-forms.store.ts';
export { readWhere } from './where.ts';
