import { oneOf, textIn } from '#web/lists/search-params.ts';
import { NAMES, ORIGINS } from '#web/people/user-filters.ts';

/** The search parameters of the list of groups. */
export interface GroupFilters {
  readonly q?: string | undefined;
  readonly origin?: (typeof ORIGINS)[number] | undefined;
  readonly names?: (typeof NAMES)[number] | undefined;
}

export const readGroupFilters = (search: Record<string, unknown>): GroupFilters => ({
  q: textIn(search['q']),
  origin: oneOf(ORIGINS, search['origin']),
  names: oneOf(NAMES, search['names']),
});
