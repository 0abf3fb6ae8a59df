import { queryOptions } from '@tanstack/react-query';
import type { AccountSettings } from '#administration/app-types.ts';
import type { SsoConnectionList } from '#sign-in/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const ACCOUNT = '/app/v1/account';

export const accountQuery = queryOptions({
  queryKey: [ACCOUNT],
  queryFn: () => get<AccountSettings>(ACCOUNT),
});

export const ssoConnectionsQuery = queryOptions({
  queryKey: ['/app/v1/sso-connections'],
  queryFn: () => get<SsoConnectionList>('/app/v1/sso-connections'),
});

/** Sends a test mail to the signed-in person at once. @returns the address that it was sent to */
export const sendTestMail = (): Promise<{ readonly sentTo: string }> =>
  call('POST', '/app/v1/mail/test');

interface AccountChange
  extends Partial<
    Pick<
      AccountSettings,
      | 'name'
      | 'timeZone'
      | 'basicAllowed'
      | 'ssoOnly'
      | 'passwordMinLength'
      | 'scimPasswordMinLength'
    >
  > {
  readonly secondFactor?: Partial<AccountSettings['secondFactor']>;
  readonly sessions?: Partial<Pick<AccountSettings['sessions'], 'idleSeconds' | 'longestSeconds'>>;
  readonly publicLinks?: boolean;
}

export async function changeAccount(change: AccountChange): Promise<void> {
  const account = await confirmed(() => call<AccountSettings>('PATCH', ACCOUNT, change));
  queryClient.setQueryData(accountQuery.queryKey, account);
  // The session and the sign-in options hold the name of the organisation, which every screen shows.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: ['sign-in'] });
}
