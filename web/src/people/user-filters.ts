import { oneOf, textIn } from '#web/lists/search-params.ts';

export const STATES = ['active', 'inactive'] as const;
export const ORIGINS = ['local', 'provisioned'] as const;
export const ROLES = ['admin', 'designer', 'member'] as const;
/** Only those whose name differs from that of another one in white space alone. */
export const NAMES = ['alike'] as const;

/** Reads the search parameters of the list. */
export const readUserFilters = (search: Record<string, unknown>) => ({
  q: textIn(search['q']),
  state: oneOf(STATES, search['state']),
  origin: oneOf(ORIGINS, search['origin']),
  role: oneOf(ROLES, search['role']),
  names: oneOf(NAMES, search['names']),
});
export type UserFilters = Readonly<Partial<ReturnType<typeof readUserFilters>>>;
