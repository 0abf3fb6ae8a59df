import { queryOptions } from '@tanstack/react-query';
import type { LinkInfo, SignInOptions, SsoEnding } from '#sign-in/app-types.ts';
import { call, get } from './client.ts';
import { begun, type NextStep } from './session.ts';
import { showBrand } from './shown-brand.ts';

/** How people may get in here. `account` is the code of one, where there are several. */
export const signInOptionsQuery = (account?: string) =>
  queryOptions({
    queryKey: ['sign-in', account],
    async queryFn(): Promise<SignInOptions> {
      const options = await get<SignInOptions>('/app/v1/sign-in', { account });
      showBrand(options.organisation);
      return options;
    },
  });

/** Where to go to sign in with an identity provider, which leads back to `to`; `fresh`: it asks the person anew. */
export async function beginSso(connectionId: string, to: string, fresh = false): Promise<string> {
  const { url } = await call<{ readonly url: string }>('POST', '/app/v1/sso/begin', {
    connectionId,
    to,
    fresh,
  });
  return url;
}

/** Where to sign out at the provider of a connection; nothing where that is not possible. */
export const ssoEndingQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['sso-ending', connectionId],
    queryFn: () => call<SsoEnding>('POST', '/app/v1/sso/end', { connectionId }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const COMING_BACK = 'signed-out-state';

/** Goes to the provider, which sends the browser back to the sign-in page. */
export function leaveForProvider(url: string, state: string): void {
  sessionStorage.setItem(COMING_BACK, state);
  location.assign(url);
}

/** Whether the browser comes back from the sign-out at the provider that it went to. */
export const isBackFromProvider = (state: string): boolean =>
  sessionStorage.getItem(COMING_BACK) === state;

/** Has a link sent to whom a name means, if it means somebody who may have one; nobody is told. */
export async function requestLink(userName: string): Promise<void> {
  await call('POST', '/app/v1/links/request', { userName });
}

/** Whom a one-time link is for. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => call<LinkInfo>('POST', '/app/v1/links/read', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets the password, and signs in. */
export async function redeemLink(token: string, password: string): Promise<NextStep> {
  return await begun(await call('POST', '/app/v1/links/redeem', { token, password }));
}
