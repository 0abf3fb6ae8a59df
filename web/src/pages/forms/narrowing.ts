// What the filters of a list of forms mean. It is apart from their reader, which every page loads with the routes.
import type { Sorting } from '#web/form-lists/form-columns.tsx';
import { type FormFilters, isOfDue, sortOf } from '#web/form-lists/form-filters.ts';
import { isAgenda } from './form-list-query.ts';
import {
  CHOICE_FILTER_NAMES,
  DAY_FILTERS,
  PERSON_FILTER_NAMES,
  SPAN_FILTERS,
  spanIn,
} from './panel-filters.ts';

/** The filters that the panel "More filters" sets. */
const MORE = [
  ...PERSON_FILTER_NAMES,
  ...CHOICE_FILTER_NAMES,
  ...DAY_FILTERS,
  'overdue',
  'where',
] as const satisfies readonly (keyof FormFilters)[];

export const hasMore = (filters: FormFilters): boolean =>
  MORE.some((name) => filters[name] !== undefined);

/** Returns how many filters are set, the search left out. The two days of a span are one. */
export const countFilters = (filters: FormFilters): number =>
  [filters.status, filters.template, filters.deleted, ...MORE.map((name) => filters[name])].filter(
    (each) => each !== undefined,
  ).length - SPAN_FILTERS.filter((each) => spanIn(filters, each) !== undefined).length;

/** Returns whether forms are left out. An order leaves out none. */
export const isNarrowed = (filters: FormFilters): boolean =>
  filters.q !== undefined || countFilters(filters) > (filters.deleted ? 1 : 0);

/** Returns the direction of an order that nobody chose: names and due dates upwards, other dates from the newest. */
export const directionOf = (filters: FormFilters): 'asc' | 'desc' =>
  filters.direction ?? (['name', 'due'].includes(sortOf(filters)) ? 'asc' : 'desc');

/** Returns how the columns of a list sort it. That of due dates leads back to the groups of what to do. */
export function sortingOf(
  filters: FormFilters,
  scope: 'mine' | 'all',
  onFilter: (filters: FormFilters) => void,
): Sorting | undefined {
  if (filters.deleted) return undefined;
  const inGroups = { ...filters, sort: undefined, direction: undefined };
  const isGrouped = isAgenda(filters, scope);
  return {
    by: isGrouped ? undefined : sortOf(filters),
    direction: directionOf(filters),
    isByDue: isAgenda(inGroups, scope) && !isGrouped,
    onSort: (sort, direction) =>
      onFilter(sort === 'due' && !isOfDue(filters) ? inGroups : { ...filters, sort, direction }),
  };
}
