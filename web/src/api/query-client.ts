import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { hearFailures } from './failures.ts';
import { leaveForSecondFactor, leaveForSignIn } from './session-end.ts';

const MAX_RETRIES = 2;

/** Asks again only when there was no answer or the server was at its limits: a refusal stays one. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);

function lookAtSession(error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (/^session-(?:missing|ended)$/.test(error.code)) leaveForSignIn(error.code);
  if (error.code === 'second-factor-needed') leaveForSecondFactor();
  // A role may have changed since the pages asked for it: what it no longer shows goes.
  if (error.code === 'forbidden') void queryClient.invalidateQueries({ queryKey: ['session'] });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({ onError: lookAtSession }),
  defaultOptions: {
    // Whether there is a network is found out by asking: browsers often do not know.
    queries: {
      retry: isWorthRetrying,
      staleTime: 5_000,
      networkMode: 'always',
      // What could not be fetched, or grew old meanwhile, comes with the network.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

hearFailures(lookAtSession);
