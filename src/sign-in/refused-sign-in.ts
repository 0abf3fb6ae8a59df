import type { SignInAccount } from '#directory/index.ts';
import type { Because } from '#kernel/errors.ts';

const NOT_RIGHT = 'The user name, email or password is wrong, or you may not sign in here.';

/** The sentence of a refusal, which is that of the pages in English, and the reason for which they have words. */
export interface SaidRefusal {
  readonly detail: string;
  readonly because?: Because;
}

/**
 * Returns why a sign-in was refused. The text is the same for a wrong password, an unknown name and a name of several
 * people: it depends on whether there are several accounts, not on the name.
 */
export const refusedSignIn = (severalAccounts: boolean): SaidRefusal =>
  severalAccounts
    ? {
        detail: `${NOT_RIGHT} If several organisations have this user name or email address, put the code of yours before it: code/userName.`,
        because: { reason: 'several-organisations' },
      }
    : { detail: `${NOT_RIGHT} An email address that several people share does not work.` };

/** Returns the same text for users whose password does not count in the account, and for unknown names. */
export const refusedForSso = (): SaidRefusal => ({
  detail: `${NOT_RIGHT} Your organisation allows single sign-on only: sign in with its identity provider. Passwords work for break-glass admins only.`,
  because: { reason: 'password-by-sso' },
});

/** Whether the request names an account with single sign-on only. Saying so tells nothing about the user name. */
export const takesSsoOnly = (account: SignInAccount | undefined): boolean =>
  account?.isNamed === true && account.ssoOnly;
