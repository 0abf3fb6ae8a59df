import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { leaveForSignIn } from './session-end.ts';

const MAX_RETRIES = 2;

/** Asks again only when there was no answer or the server was at its limits: a refusal stays one. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);

function leaveWhenEnded(error: Error): void {
  const isEnded = error instanceof ApiError && /^session-(?:missing|ended)$/.test(error.code);
  if (isEnded) leaveForSignIn(error.code);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenEnded }),
  mutationCache: new MutationCache({ onError: leaveWhenEnded }),
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
