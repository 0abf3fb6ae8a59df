// What the address of the sign-in page says.

const PROBLEMS = [
  'session-ended',
  'sso-expired',
  'sso-refused',
  'sso-unknown-person',
  'sso-inactive',
] as const;

export interface SignInSearch {
  /** Where to go afterwards: a path of ours. */
  readonly to?: string;
  /** Why somebody is here. */
  readonly problem?: (typeof PROBLEMS)[number];
  /** The code of the account whose single sign-on is offered. */
  readonly account?: string;
}

const MAX_CODE_LENGTH = 40;

export function readSignInSearch(search: Readonly<Record<string, unknown>>): SignInSearch {
  const { to, problem: named, account } = search;
  const problem = PROBLEMS.find((each) => each === named);
  // Nothing that leads elsewhere.
  const isOurs = typeof to === 'string' && /^\/(?![/\\])/.test(to);
  const code = account === undefined ? '' : String(account).trim().slice(0, MAX_CODE_LENGTH);
  return {
    ...(isOurs && { to }),
    ...(problem && { problem }),
    ...(code !== '' && { account: code }),
  };
}
