import { queryOptions } from '@tanstack/react-query';
import type { Status } from '#administration/app-types.ts';
import { get } from './client.ts';

const STATUS = '/app/v1/status';
const FRESH_MS = 30_000;

/** The state of the service. Only admins may read it. */
export const statusQuery = queryOptions({
  queryKey: [STATUS],
  queryFn: () => get<Status>(STATUS),
  refetchInterval: FRESH_MS,
});
