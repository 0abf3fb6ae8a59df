import { STATUSES } from '#web/form-lists/form-filters.ts';
import { REVIEWS } from '#web/form-lists/review-states.ts';
import { daysIn, oneOf, textIn } from '#web/lists/search-params.ts';
import type { TableSearch } from './table-state.ts';

/** Reads the filters, as the API takes them. `where` are conditions on answers, as conditions.ts writes them. */
export const readAnswerFilter = (search: Record<string, unknown>) => ({
  where: textIn(search['where']),
  status: oneOf(STATUSES, search['status']),
  review: oneOf(REVIEWS, search['review']),
  createdFrom: daysIn(search['createdFrom']),
  createdTo: daysIn(search['createdTo']),
});
export type AnswerFilter = Readonly<ReturnType<typeof readAnswerFilter>>;

/** The search parameters of the table of answers. */
export interface AnswerSearch extends TableSearch, Partial<AnswerFilter> {
  /** The id of a table whose rows are shown instead of forms. */
  readonly rows?: string | undefined;
}

export const readAnswerSearch = (search: Record<string, unknown>): AnswerSearch => ({
  ...readAnswerFilter(search),
  rows: textIn(search['rows']),
  sort: textIn(search['sort']),
  columns: textIn(search['columns']),
  pin: textIn(search['pin']),
  widths: textIn(search['widths']),
});
