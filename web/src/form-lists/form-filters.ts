import { dayIn, isOn, oneOf, textIn } from '#web/lists/search-params.ts';

export const STATUSES = ['draft', 'complete'] as const;
const SORTS = ['updated', 'created', 'name', 'due'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** The search parameters of a list of forms. */
export interface FormFilters {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** The id of the template. */
  readonly template?: string | undefined;
  /** Conditions on answers of that template, as conditions.ts writes them. */
  readonly where?: string | undefined;
  /** The id of a user. */
  readonly creator?: string | undefined;
  /** The id of a user or group. */
  readonly assignee?: string | undefined;
  /** `with`, `without` or a box in degrees. */
  readonly place?: string | undefined;
  /** The state of the review. */
  readonly review?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
  /** Only drafts that are late. */
  readonly overdue?: true | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly sort?: FormSort | undefined;
  readonly direction?: (typeof DIRECTIONS)[number] | undefined;
  /** Only deleted forms. */
  readonly deleted?: true | undefined;
}

export type FormSort = (typeof SORTS)[number];

export const readFormFilters = (search: Record<string, unknown>): FormFilters => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
  template: textIn(search['template']),
  where: textIn(search['where']),
  creator: textIn(search['creator']),
  assignee: textIn(search['assignee']),
  place: textIn(search['place']),
  review: textIn(search['review']),
  createdFrom: dayIn(search['createdFrom']),
  createdTo: dayIn(search['createdTo']),
  updatedFrom: dayIn(search['updatedFrom']),
  updatedTo: dayIn(search['updatedTo']),
  overdue: isOn(search['overdue']),
  dueFrom: dayIn(search['dueFrom']),
  dueTo: dayIn(search['dueTo']),
  sort: oneOf(SORTS, search['sort']),
  direction: oneOf(DIRECTIONS, search['direction']),
  deleted: isOn(search['deleted']),
});

/** Returns whether only forms that are due are listed, which have an order of their own. */
export const isOfDue = ({ overdue, dueFrom, dueTo }: FormFilters): boolean =>
  overdue !== undefined || dueFrom !== undefined || dueTo !== undefined;

/** Returns by what a list is sorted. The order by due dates ends with the filters that it needs. */
export function sortOf(filters: FormFilters): FormSort {
  const { sort } = filters;
  if (isOfDue(filters)) return sort ?? 'due';
  return sort === undefined || sort === 'due' ? 'updated' : sort;
}
