import { queryOptions } from '@tanstack/react-query';
import type {
  CredentialList,
  UserConsequences,
  UserDetail,
  UserErasure,
} from '#administration/app-types.ts';
import type { SessionList, SignInLink } from '#sign-in/app-types.ts';
import { confirmed } from '../identity/confirmation.ts';
import { call, get } from './client.ts';
import { CREDENTIALS } from './credentials.ts';
import { PROVISIONING } from './provisioning.ts';
import { queryClient } from './query-client.ts';

export const USERS = '/app/v1/users';
export const FORMER_USERS = '/app/v1/former-users';

export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['user', id], queryFn: () => get<UserDetail>(`${USERS}/${id}`) });

/** For somebody who lost the app and the recovery codes. */
export async function resetApp(id: string): Promise<void> {
  await confirmed(() => call('DELETE', `${USERS}/${id}/second-factor`));
  await queryClient.invalidateQueries(userQuery(id));
}

/** What deactivating or deleting somebody would mean. */
export const consequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id, 'consequences'],
    queryFn: () => get<UserConsequences>(`${USERS}/${id}/consequences`),
    staleTime: 0,
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id, 'sessions'],
    queryFn: () => get<SessionList>(`${USERS}/${id}/sessions`),
  });

/** The first hundred: what to know before the user is changed. */
export const userCredentialsQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id, 'credentials'],
    queryFn: () => get<CredentialList>(CREDENTIALS, { actsAs: id, limit: 100 }),
  });

export const endUserSessions = (id: string) =>
  change(() => call('DELETE', `${USERS}/${id}/sessions`));

/** Whoever lost the device they are on. */
export const removePasskeys = (id: string) =>
  change(() => call('DELETE', `${USERS}/${id}/passkeys`));

/** null takes a text away. */
export interface UserChange {
  readonly userName?: string;
  readonly displayName?: string | null;
  readonly givenName?: string | null;
  readonly familyName?: string | null;
  readonly email?: string | null;
  readonly role?: UserDetail['role'];
  readonly active?: boolean;
  readonly blocked?: boolean;
}

export const createUser = (input: UserChange & { readonly password?: string }) =>
  change(() => call<UserDetail>('POST', USERS, input));

export const changeUser = (id: string, input: UserChange) =>
  change(() => call<UserDetail>('PATCH', `${USERS}/${id}`, input));

/** Deletes somebody and what else names them; tells what went and what stays. */
export async function eraseUser(id: string): Promise<UserErasure> {
  const erasure = await confirmed(() => call<UserErasure>('POST', `${USERS}/${id}/erase`));
  // Not the user's own page: there is nothing more to read, and it still shows what was done.
  await Promise.all(
    [USERS, FORMER_USERS, PROVISIONING].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
  return erasure;
}

export const deleteUser = (id: string) => change(() => call('DELETE', `${USERS}/${id}`));

/** A one-time link with which the user chooses a password. It replaces an earlier one. */
export const createLink = (id: string, send: boolean): Promise<SignInLink> =>
  confirmed(() => call<SignInLink>('POST', `${USERS}/${id}/link`, { send }));

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await confirmed(act);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [USERS] }),
    queryClient.invalidateQueries({ queryKey: [FORMER_USERS] }),
    queryClient.invalidateQueries({ queryKey: ['user'] }),
    queryClient.invalidateQueries({ queryKey: [PROVISIONING] }),
  ]);
  return result;
}
