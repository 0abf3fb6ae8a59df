import { dayIn, integerIn, oneOf, textIn } from '#web/lists/search-params.ts';
import { startOf } from '#web/lists/start-of.ts';

export const OUTCOMES = ['ok', 'refused', 'failed'] as const;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const RESOURCES = ['User', 'Group', 'Bulk', 'ServiceProviderConfig', 'Schema'] as const;

/** Reads the search parameters of the log. The first day is in the person's time zone. */
export const readLogFilters = (search: Record<string, unknown>) => ({
  q: textIn(search['q']),
  outcome: oneOf(OUTCOMES, search['outcome']),
  method: oneOf(METHODS, search['method']),
  resource: oneOf(RESOURCES, search['resource']),
  status: integerIn(search['status']),
  credential: textIn(search['credential']),
  since: dayIn(search['since']),
});
export type LogFilters = Readonly<Partial<ReturnType<typeof readLogFilters>>>;

/** Returns the query of the API: the day becomes a time. */
export const toQuery = ({ since, ...rest }: LogFilters) => ({
  ...rest,
  since: since && startOf(since, 0),
});
