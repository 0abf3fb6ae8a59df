// What the filters of a list of forms mean. It is apart from their reader, which every page loads with the routes.
import type { FormFilters, FormSort } from '#web/form-lists/form-filters.ts';
import { CHOICE_FILTER_NAMES } from './choice-filters.ts';

/** The filters that the panel "More filters" sets. */
const MORE = [
  'creator',
  'assignee',
  ...CHOICE_FILTER_NAMES,
  'createdFrom',
  'createdTo',
  'updatedFrom',
  'updatedTo',
  'overdue',
  'dueFrom',
  'dueTo',
  'where',
] as const satisfies readonly (keyof FormFilters)[];

export const hasMore = (filters: FormFilters): boolean =>
  MORE.some((name) => filters[name] !== undefined);

/** Returns how many filters are set, the search left out. */
export const countFilters = (filters: FormFilters): number =>
  [filters.status, filters.template, filters.deleted, ...MORE.map((name) => filters[name])].filter(
    (each) => each !== undefined,
  ).length;

/** Returns whether forms are left out. An order leaves out none. */
export const isNarrowed = (filters: FormFilters): boolean =>
  filters.q !== undefined || countFilters(filters) > (filters.deleted ? 1 : 0);

/** Returns whether only forms that are due are listed, which have an order of their own. */
export const isOfDue = ({ overdue, dueFrom, dueTo }: FormFilters): boolean =>
  overdue !== undefined || dueFrom !== undefined || dueTo !== undefined;

/** Returns by what a list is sorted. The order by due dates ends with the filters that it needs. */
export function sortOf(filters: FormFilters): FormSort {
  const { sort } = filters;
  if (isOfDue(filters)) return sort ?? 'due';
  return sort === undefined || sort === 'due' ? 'updated' : sort;
}

/** Returns the direction of an order that nobody chose: names and due dates upwards, other dates from the newest. */
export const directionOf = (filters: FormFilters): 'asc' | 'desc' =>
  filters.direction ?? (['name', 'due'].includes(sortOf(filters)) ? 'asc' : 'desc');
