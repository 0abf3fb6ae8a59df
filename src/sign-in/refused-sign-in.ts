import type { SignInPlace } from '#directory/index.ts';

const NOT_RIGHT = 'The user name, the e-mail address or the password is not right.';
const ASK_FOR_CODE =
  'If several organisations have this user name or e-mail address, put the code of yours before it: code/userName.';
const BY_SSO =
  'This organisation takes single sign-on only: sign in with its identity provider. Only break-glass admins have a password.';

/**
 * Says why a sign-in was refused, in one sentence for a wrong password, an unknown name and a name of
 * several people: it depends on how many accounts there are, and not on the name.
 */
export const refusedSignIn = (severalAccounts: boolean): string =>
  severalAccounts ? `${NOT_RIGHT} ${ASK_FOR_CODE}` : NOT_RIGHT;

/** The same sentence for everybody whose password does not count there, and for names that nobody has. */
export const refusedForSso = (): string => `${NOT_RIGHT} ${BY_SSO}`;

/** The account was named, so that it tells nothing of the name. */
export const takesSsoOnly = (place: SignInPlace | undefined): boolean =>
  place?.isNamed === true && place.ssoOnly;
