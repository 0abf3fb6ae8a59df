import type { LinkInfo, SignInOptions, SsoEnding } from '#sign-in/app-types.ts';
import { call, get } from './client.ts';

/** How people may get in here. `account` is the code of one, where there are several. */
export const signInOptions = (account?: string): Promise<SignInOptions> =>
  get('/app/v1/sign-in', { account });

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
export const ssoEnding = (connectionId: string): Promise<SsoEnding> =>
  call('POST', '/app/v1/sso/end', { connectionId });

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
export const readLink = (token: string): Promise<LinkInfo> =>
  call('POST', '/app/v1/links/read', { token });
