import type { LinkInfo, SignInOptions, SsoEnding } from '#sign-in/app-types.ts';
import { showBrand } from './brand-store.ts';
import { call, get } from './client.ts';

/** Reads the ways to sign in. `account` is the code of an organisation, where the instance has several. */
export async function signInOptions(account?: string): Promise<SignInOptions> {
  const options = await get<SignInOptions>('/app/v1/sign-in', { account });
  showBrand(options.organisation);
  return options;
}

/**
 * Returns the address of the identity provider, which sends the browser back to `to`; `fresh`: it asks the person to
 * authenticate again.
 */
export async function beginSso(connectionId: string, to: string, fresh = false): Promise<string> {
  const { url } = await call<{ readonly url: string }>('POST', '/app/v1/sso/begin', {
    connectionId,
    to,
    fresh,
  });
  return url;
}

/** Reads the address for signing out at an identity provider; no `url` where it offers none, or does not answer. */
export const ssoEnding = (connectionId: string): Promise<SsoEnding> =>
  call('POST', '/app/v1/sso/end', { connectionId });

const COMING_BACK = 'signed-out-state';

/** Goes to the identity provider, which sends the browser back to the sign-in screen. */
export function leaveForProvider(url: string, state: string): void {
  sessionStorage.setItem(COMING_BACK, state);
  location.assign(url);
}

/** Returns whether the browser comes back from the sign-out at the identity provider that this tab started. */
export const isBackFromProvider = (state: string): boolean =>
  sessionStorage.getItem(COMING_BACK) === state;

/** Asks for a sign-in link by mail. The answer never says whether the user exists or may have one. */
export async function requestLink(userName: string): Promise<void> {
  await call('POST', '/app/v1/links/request', { userName });
}

/** Reads the user that a one-time link is for. */
export const readLink = (token: string): Promise<LinkInfo> =>
  call('POST', '/app/v1/links/read', { token });
