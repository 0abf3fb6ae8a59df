const NOT_RIGHT = 'The user name or the password is not right.';
const ASK_FOR_CODE =
  'If several organisations have this user name, put the code of yours before it: code/userName.';

/**
 * Says why a sign-in was refused, in one sentence for a wrong password, an unknown name and a name of
 * several people: it depends on how many accounts there are, and not on the name.
 */
export const refusedSignIn = (severalAccounts: boolean): string =>
  severalAccounts ? `${NOT_RIGHT} ${ASK_FOR_CODE}` : NOT_RIGHT;
