import { queryOptions } from '@tanstack/react-query';
import type { UserConsequences, UserDetail, UserErasure } from '#administration/app-types.ts';
import type { SignInLink } from '#sign-in/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { PROVISIONING } from './provisioning.ts';
import { queryClient } from './query-client.ts';

export const USERS = '/app/v1/users';
export const FORMER_USERS = '/app/v1/former-users';

export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['user', id], queryFn: () => get<UserDetail>(`${USERS}/${id}`) });

/** Removes the authenticator app of a user who lost it and the recovery codes. */
export async function resetApp(id: string): Promise<void> {
  await confirmed(() => call('DELETE', `${USERS}/${id}/second-factor`));
  await queryClient.invalidateQueries(userQuery(id));
}

/** Reads what deactivating or deleting a user would cause. */
export const consequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id, 'consequences'],
    queryFn: () => get<UserConsequences>(`${USERS}/${id}/consequences`),
    staleTime: 0,
  });

export const sessionsOf = (id: string): string => `${USERS}/${id}/sessions`;

export const endUserSessions = (id: string) =>
  change(async () => {
    await call('DELETE', sessionsOf(id));
    await queryClient.invalidateQueries({ queryKey: [sessionsOf(id)] });
  });

/** Removes the passkeys of a user who lost the device that holds them. */
export const removePasskeys = (id: string) =>
  change(() => call('DELETE', `${USERS}/${id}/passkeys`));

/** The members to change; null removes a text. */
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

/** Deletes a user and every other record that names them. @returns what was deleted and what stays */
export async function eraseUser(id: string): Promise<UserErasure> {
  const erasure = await confirmed(() => call<UserErasure>('POST', `${USERS}/${id}/erase`));
  // The user's own query stays: the user no longer exists, and the screen still shows what was deleted.
  await Promise.all(
    [USERS, FORMER_USERS, PROVISIONING].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
  return erasure;
}

export const deleteUser = (id: string) => change(() => call('DELETE', `${USERS}/${id}`));

/**
 * Creates a one-time link with which the user chooses a password, and replaces an earlier one. `send`: also mail it.
 */
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
