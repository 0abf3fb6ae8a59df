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
  readonly to?: string | undefined;
  /** The person shall prove once more who they are. */
  readonly again?: true | undefined;
  /** Why somebody is here. */
  readonly problem?: (typeof PROBLEMS)[number] | undefined;
  /** The code of the account whose single sign-on is offered. */
  readonly account?: string | undefined;
  /** Somebody has just signed out: the connection that their session began with, or `here`. */
  readonly left?: string | undefined;
  /** Back from the sign-out at the provider, with what the browser was sent there with. */
  readonly state?: string | undefined;
}

const MAX_CODE_LENGTH = 40;

/** Reads the query of an address, as links and redirects write it. */
export function readSignInSearch(text: string): SignInSearch {
  return checkSignInSearch(
    Object.fromEntries(
      [...new URLSearchParams(text)].map(([name, value]) => [name, plainValue(value)]),
    ),
  );
}

/** The router writes a text in quotes where it would read something else without them, such as `"123"`. */
function plainValue(value: string): unknown {
  if (value === 'true') return true;
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Each member is there, if undefined: the router would put what the address says in the place of one left out. */
export function checkSignInSearch(search: Readonly<Record<string, unknown>>): SignInSearch {
  const { to, again, problem, account = '', left, state } = search;
  return {
    to: typeof to === 'string' && isOurs(to) ? to : undefined,
    again: again === true || undefined,
    problem: PROBLEMS.find((each) => each === problem),
    account: String(account).trim().slice(0, MAX_CODE_LENGTH) || undefined,
    left: textOf(left),
    state: textOf(state),
  };
}

const MAX_TEXT = 200;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, MAX_TEXT) || undefined
    : undefined;

/** As the browser reads it: `/..//else.where` has a path that is an address of another site. */
function isOurs(to: string): boolean {
  if (!to.startsWith('/') || !URL.canParse(to, location.origin)) return false;
  const { origin, pathname } = new URL(to, location.origin);
  return origin === location.origin && !pathname.startsWith('//');
}
