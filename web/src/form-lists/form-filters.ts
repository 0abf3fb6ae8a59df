import { daysIn, isOn, oneOf, textIn } from '#web/lists/search-params.ts';

export const STATUSES = ['draft', 'complete'] as const;
const SORTS = ['updated', 'created', 'name', 'due'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** Reads the search parameters of a list of forms, with the names that the API has for them. */
export const readFormFilters = (search: Record<string, unknown>) => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
  /** The id of the template. */
  template: textIn(search['template']),
  /** Conditions on answers of that template, as conditions.ts writes them. */
  where: textIn(search['where']),
  // What the panel shows of these is in pages/forms/panel-filters.ts.
  creator: textIn(search['creator']),
  assignee: textIn(search['assignee']),
  place: textIn(search['place']),
  review: textIn(search['review']),
  createdFrom: daysIn(search['createdFrom']),
  createdTo: daysIn(search['createdTo']),
  updatedFrom: daysIn(search['updatedFrom']),
  updatedTo: daysIn(search['updatedTo']),
  overdue: isOn(search['overdue']),
  dueFrom: daysIn(search['dueFrom']),
  dueTo: daysIn(search['dueTo']),
  sort: oneOf(SORTS, search['sort']),
  direction: oneOf(DIRECTIONS, search['direction']),
  deleted: isOn(search['deleted']),
});
export type FormFilters = Readonly<Partial<ReturnType<typeof readFormFilters>>>;
export type FormSort = (typeof SORTS)[number];

/** Returns whether only forms that are due are listed, which have an order of their own. */
export const isOfDue = ({ overdue, dueFrom, dueTo }: FormFilters): boolean =>
  overdue !== undefined || dueFrom !== undefined || dueTo !== undefined;

/** Returns by what a list is sorted. The order by due dates ends with the filters that it needs. */
export function sortOf(filters: FormFilters): FormSort {
  const { sort } = filters;
  if (isOfDue(filters)) return sort ?? 'due';
  return sort === undefined || sort === 'due' ? 'updated' : sort;
}
