import type { SignInAccount } from '#directory/index.ts';

const NOT_RIGHT = 'The user name, the email address or the password is not right.';
const ASK_FOR_CODE =
  'If several organisations have this user name or email address, put the code of yours before it: code/userName.';
const BY_SSO =
  'This organisation takes single sign-on only: sign in with its identity provider. Only break-glass admins have a password.';

/**
 * Returns why a sign-in was refused. The text is the same for a wrong password, an unknown name and a name of several
 * people: it depends on whether there are several accounts, not on the name.
 */
export const refusedSignIn = (severalAccounts: boolean): string =>
  severalAccounts ? `${NOT_RIGHT} ${ASK_FOR_CODE}` : NOT_RIGHT;

/** Returns the same text for users whose password does not count in the account, and for unknown names. */
export const refusedForSso = (): string => `${NOT_RIGHT} ${BY_SSO}`;

/** Whether the request names an account with single sign-on only. Saying so tells nothing about the user name. */
export const takesSsoOnly = (account: SignInAccount | undefined): boolean =>
  account?.isNamed === true && account.ssoOnly;
