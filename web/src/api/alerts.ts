import { queryOptions } from '@tanstack/react-query';
import type { AlertList } from '#administration/app-types.ts';
import { get } from './client.ts';

const ALERTS = '/app/v1/alerts';
const FRESH_MS = 60_000;

/** The alerts that need an admin. Only admins may read them. */
export const alertsQuery = queryOptions({
  queryKey: [ALERTS],
  queryFn: () => get<AlertList>(ALERTS),
  refetchInterval: FRESH_MS,
});
