import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { hearFailures } from './failures.ts';
import { leaveForSecondFactor, leaveForSignIn } from './session-end.ts';

const MAX_RETRIES = 2;

/** Only no answer (status 0) and 503 are worth another try: the server does not change its mind about a refusal. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);

function lookAtSession(error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (/^session-(?:missing|ended)$/.test(error.code)) leaveForSignIn(error.code);
  if (error.code === 'second-factor-needed') leaveForSecondFactor();
  // The role may have changed since the screens read it: read it again, so that they hide what it no longer allows.
  if (error.code === 'forbidden') void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/**
 * Reads again what a change may have touched, also what is being read for the first time: that answer may be of before the
 * change, and the library asks nothing twice at a time.
 */
class Client extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    const again = first.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await super.invalidateQueries({ queryKey, exact: true }, options);
    });
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }
}

export const queryClient = new Client({
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({ onError: lookAtSession }),
  defaultOptions: {
    // A request finds out whether there is a network: browsers often do not know.
    queries: {
      retry: isWorthRetrying,
      staleTime: 5_000,
      networkMode: 'always',
      // Queries that failed offline, or went stale meanwhile, run again when the network returns.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

hearFailures(lookAtSession);
