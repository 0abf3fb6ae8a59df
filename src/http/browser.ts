import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, type ErrorOptions, fail } from '#kernel/errors.ts';
import type { Endpoint, SessionPrincipal } from './endpoint.ts';
import { type Authenticators, reaches } from './principal.ts';

// Rules for everything under /app, which browsers call from Formstead's own pages. The cookie names the person, so
// requests that another site makes a browser send must be told apart.

/** `__Host-`: sent to this host alone, over HTTPS, for all paths (RFC 6265bis §4.1.3.2). */
const SESSION_COOKIE = '__Host-sid';

/** A scheme that no browser opens a dialog of its own for, as it does for Basic. */
const CHALLENGE = { 'www-authenticate': 'Session realm="formstead"' } as const;

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Tells whether a request target is under /app. */
export function isAppPath(url: string): boolean {
  return /^\/app(?:[/?]|$)/i.test(url);
}

/** @throws AppError `session-missing`, `session-ended`. */
export async function authenticateSession(
  { session }: Authenticators,
  cookies: string | undefined,
): Promise<SessionPrincipal> {
  if (!session) throw sessionRefused('session-missing', 'There is no web app here.');
  return await session(sessionCookieOf(cookies));
}

/**
 * Checks the person whom a page names when it sends something later than it was typed: between two requests, somebody
 * else may have signed in with the same browser. @throws AppError `session-ended`
 */
export function requirePerson(headers: IncomingHttpHeaders, { userId }: SessionPrincipal): void {
  const wanted = headers['formstead-person'];
  if (wanted === undefined || wanted === userId) return;
  throw sessionRefused('session-ended', 'Somebody else has signed in with this browser.');
}

/** Returns the 401 of the web app. */
export function sessionRefused(
  code:
    | 'session-missing'
    | 'session-ended'
    | 'sign-in-refused'
    | 'sign-in-by-sso'
    | 'code-refused'
    | 'sign-in-step-ended',
  detail: string,
  more: ErrorOptions = {},
): AppError {
  return fail(code, detail, { ...more, headers: CHALLENGE });
}

/** @throws AppError `second-factor-needed`, `forbidden`, `confirmation-needed`. */
export function authoriseSession(
  { access }: Endpoint,
  { role, confirmedUntil, lacksSecondFactor }: SessionPrincipal,
  now: number,
): void {
  if (access === 'public' || !access.session) return;
  if (lacksSecondFactor && !access.lackingSecondFactor) {
    throw fail(
      'second-factor-needed',
      'Your organisation requires a second factor. Set up an authenticator app or a passkey first.',
    );
  }
  if (access.role !== undefined && !reaches(role, access.role)) {
    throw fail('forbidden', `Only a user with the role ${access.role} may do this.`);
  }
  if (access.confirmed && now >= confirmedUntil) {
    throw fail('confirmation-needed', 'Confirm that it is you, then try again.');
  }
}

/**
 * Refuses a write that a page of another site made the browser send (OWASP CSRF prevention, Fetch Metadata). Old
 * browsers send no Sec-Fetch-Site: then Origin must be Formstead's own. @throws AppError `cross-site`.
 */
export function requireSameOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  origin: string,
): void {
  if (SAFE_METHODS.has(method)) return;
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined ? headers.origin === origin : site === 'same-origin' || site === 'none';
  if (isOwn) return;
  throw fail(
    'cross-site',
    `Only pages of ${origin} may do this. Programs must send "Origin: ${origin}" or use the API at /v2.`,
  );
}

/** Returns the Set-Cookie that begins a session; the session ends with the browser, or when the server ends it. */
export function setSessionCookie(value: string): Readonly<Record<'set-cookie', string>> {
  return { 'set-cookie': `${SESSION_COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax` };
}

export function clearSessionCookie(): Readonly<Record<'set-cookie', string>> {
  return { 'set-cookie': `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax` };
}

export const sessionCookieOf = (cookies: string | undefined): string | undefined =>
  cookieOf(SESSION_COOKIE, cookies);

/** Returns undefined for a missing cookie, and for one that is sent twice, which no browser does. */
export function cookieOf(name: string, cookies: string | undefined): string | undefined {
  const prefix = `${name}=`;
  const found = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}
