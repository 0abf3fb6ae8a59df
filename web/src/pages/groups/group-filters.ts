import { oneOf, textIn } from '#web/lists/search-params.ts';
import { NAMES, ORIGINS } from '#web/people/user-filters.ts';

/** Reads the search parameters of the list of groups. */
export const readGroupFilters = (search: Record<string, unknown>) => ({
  q: textIn(search['q']),
  origin: oneOf(ORIGINS, search['origin']),
  names: oneOf(NAMES, search['names']),
});
export type GroupFilters = Readonly<Partial<ReturnType<typeof readGroupFilters>>>;
