import { queryOptions } from '@tanstack/react-query';
import type { SignInOptions } from '#account/app-types.ts';
import { get } from './client.ts';

/** How people may get in here. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => get<SignInOptions>('/app/v1/sign-in'),
});
