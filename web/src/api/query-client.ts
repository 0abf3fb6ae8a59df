import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const MAX_RETRIES = 2;

/** Asks again only when there was no answer or the server was at its limits: a refusal stays one. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000 },
    mutations: { retry: false },
  },
});
