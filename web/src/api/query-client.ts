import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const MAX_RETRIES = 2;

/** Asks again only when there was no answer or the server was at its limits: a refusal stays one. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);

/** Whoever was signed out elsewhere, or too long ago, signs in again and comes back. */
function leaveWhenEnded(error: Error): void {
  const isEnded = error instanceof ApiError && /^session-(?:missing|ended)$/.test(error.code);
  if (!isEnded || location.pathname === '/sign-in') return;
  // A new page forgets all that the session saw.
  const to = location.pathname + location.search;
  location.replace(`/sign-in?${new URLSearchParams({ to, problem: error.code })}`);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenEnded }),
  mutationCache: new MutationCache({ onError: leaveWhenEnded }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000 },
    mutations: { retry: false },
  },
});
