import { oneOf, textIn } from '#web/lists/search-params.ts';

export const STATES = ['active', 'inactive'] as const;
export const ORIGINS = ['local', 'provisioned'] as const;
export const ROLES = ['admin', 'designer', 'member'] as const;
/** Only those whose name differs from that of another one in white space alone. */
export const NAMES = ['alike'] as const;

/** The search parameters of the list. */
export interface UserFilters {
  readonly q?: string | undefined;
  readonly state?: (typeof STATES)[number] | undefined;
  readonly origin?: (typeof ORIGINS)[number] | undefined;
  readonly role?: (typeof ROLES)[number] | undefined;
  readonly names?: (typeof NAMES)[number] | undefined;
}

export const readUserFilters = (search: Record<string, unknown>): UserFilters => ({
  q: textIn(search['q']),
  state: oneOf(STATES, search['state']),
  origin: oneOf(ORIGINS, search['origin']),
  role: oneOf(ROLES, search['role']),
  names: oneOf(NAMES, search['names']),
});
