import { dayIn, integerIn, oneOf, textIn } from '#web/lists/search-params.ts';
import { startOf } from '#web/lists/start-of.ts';

export const OUTCOMES = ['ok', 'refused', 'failed'] as const;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const RESOURCES = ['User', 'Group', 'Bulk', 'ServiceProviderConfig', 'Schema'] as const;

/** The search parameters of the log. */
export interface LogFilters {
  readonly q?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
  readonly method?: (typeof METHODS)[number] | undefined;
  readonly resource?: (typeof RESOURCES)[number] | undefined;
  readonly status?: number | undefined;
  readonly credential?: string | undefined;
  /** The first day, in the person's time zone. */
  readonly since?: string | undefined;
}

/** Returns the query of the API: the day becomes a time. */
export const toQuery = ({ since, ...rest }: LogFilters) => ({
  ...rest,
  since: since && startOf(since, 0),
});

export const readLogFilters = (search: Record<string, unknown>): LogFilters => ({
  q: textIn(search['q']),
  outcome: oneOf(OUTCOMES, search['outcome']),
  method: oneOf(METHODS, search['method']),
  resource: oneOf(RESOURCES, search['resource']),
  status: integerIn(search['status']),
  credential: textIn(search['credential']),
  since: dayIn(search['since']),
});
