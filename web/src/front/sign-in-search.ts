// The search parameters of the sign-in screen.

const PROBLEMS = [
  'session-ended',
  'sso-expired',
  'sso-unasked',
  'sso-other-account',
  'sso-refused',
  'sso-unknown-person',
  'sso-inactive',
] as const;

export interface SignInSearch {
  /** The path to go to afterwards, always inside the app. */
  readonly to?: string | undefined;
  /** The person must authenticate again, even if the identity provider still has their session. */
  readonly again?: true | undefined;
  /** The reason why the person was sent here. */
  readonly problem?: (typeof PROBLEMS)[number] | undefined;
  /** The code of the organisation whose single sign-on is offered. */
  readonly account?: string | undefined;
  /** The person has just signed out: the id of the connection that their session began with, or `here`. */
  readonly left?: string | undefined;
  /** The state with which the browser comes back from the sign-out at the identity provider. */
  readonly state?: string | undefined;
}

const MAX_CODE_LENGTH = 40;

/** Reads the search parameters of a URL, as links and redirects write them. */
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

/**
 * Checks the search parameters. The result has every member, even if undefined: the router would take a missing one from
 * the URL unchecked.
 */
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

/**
 * Returns whether a path stays inside the app, as the browser reads it: `/..//else.where` becomes a path that is the
 * address of another site.
 */
function isOurs(to: string): boolean {
  if (!to.startsWith('/') || !URL.canParse(to, location.origin)) return false;
  const { origin, pathname } = new URL(to, location.origin);
  return origin === location.origin && !pathname.startsWith('//');
}
