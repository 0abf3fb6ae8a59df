import type { Query } from '#web/api/client.ts';
import type { WorkFilters } from './work-filters.ts';

/** Returns the filters in the words of the API. */
export function workQuery({ by: _, show, ...filters }: WorkFilters): Query {
  if (show === undefined) return { ...filters };
  if (show === 'late') return { ...filters, overdue: true };
  return { ...filters, state: show === 'open' ? 'waiting,begun' : show };
}

/** Returns how many filters are set. */
export const countFilters = ({ by: _, ...filters }: WorkFilters): number =>
  Object.values(filters).filter((each) => each !== undefined).length;
