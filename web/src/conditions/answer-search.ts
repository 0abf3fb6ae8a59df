import { STATUSES } from '#web/form-lists/form-filters.ts';
import { dayIn, oneOf, textIn } from '#web/lists/search-params.ts';
import type { TableSearch } from './table-state.ts';

/** The search parameters of the table of answers. */
export interface AnswerSearch extends TableSearch {
  /** Conditions on answers, as conditions.ts writes them. */
  readonly where?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** The state of the review. */
  readonly review?: string | undefined;
  /** Days on which the forms were created, as YYYY-MM-DD; both are included. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  /** The id of a table whose rows are shown instead of forms. */
  readonly rows?: string | undefined;
}

export const readAnswerSearch = (search: Record<string, unknown>): AnswerSearch => ({
  where: textIn(search['where']),
  status: oneOf(STATUSES, search['status']),
  review: textIn(search['review']),
  createdFrom: dayIn(search['createdFrom']),
  createdTo: dayIn(search['createdTo']),
  rows: textIn(search['rows']),
  sort: textIn(search['sort']),
  columns: textIn(search['columns']),
  pin: textIn(search['pin']),
  widths: textIn(search['widths']),
});
