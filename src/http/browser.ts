import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Endpoint, SessionPrincipal } from './endpoint.ts';
import { type Authenticators, reaches } from './principal.ts';

// What holds for everything under /app, which browsers call from our own pages: a cookie says who it is,
// so what another site makes a browser send has to be told apart.

/** `__Host-`: from this host alone, over HTTPS, for all paths (RFC 6265bis §4.1.3.2). */
const SESSION_COOKIE = '__Host-sid';

/** Named so that no browser opens a dialog of its own for it, as it does for Basic. */
const CHALLENGE = { 'www-authenticate': 'Session realm="formstead"' } as const;

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Whether a request target is for browsers on our own pages. */
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
 * What a page sends later than it was typed names the person it is sent for: somebody else may have signed in with the
 * same browser meanwhile, between two requests. @throws AppError `session-ended`
 */
export function requirePerson(headers: IncomingHttpHeaders, { userId }: SessionPrincipal): void {
  const wanted = headers['formstead-person'];
  if (wanted === undefined || wanted === userId) return;
  throw sessionRefused('session-ended', 'Somebody else has signed in with this browser.');
}

/** The 401 of the web app. `at` is the field of the body that it is about. */
export function sessionRefused(
  code:
    | 'session-missing'
    | 'session-ended'
    | 'sign-in-refused'
    | 'sign-in-by-sso'
    | 'code-refused'
    | 'sign-in-step-ended',
  detail: string,
  at?: string,
): AppError {
  return fail(code, detail, { headers: CHALLENGE, ...(at !== undefined && { at }) });
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
      'Your organisation asks for a second factor. Set up an authenticator app or a passkey first.',
    );
  }
  if (access.role !== undefined && !reaches(role, access.role)) {
    throw fail('forbidden', `This needs a person with the role ${access.role}.`);
  }
  if (access.confirmed && now >= confirmedUntil) {
    throw fail('confirmation-needed', 'Prove once more that it is you, then repeat this.');
  }
}

/**
 * Refuses a write that a page of another site made the browser send (OWASP CSRF prevention, Fetch
 * Metadata). Old browsers say no Sec-Fetch-Site: then Origin must be ours. @throws AppError `cross-site`.
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
    `Only pages of ${origin} may do this. A program sends "Origin: ${origin}", or uses the API at /v2.`,
  );
}

/** The Set-Cookie that begins a session; it ends with the browser, or when the server says so. */
export function setSessionCookie(value: string): Readonly<Record<'set-cookie', string>> {
  return { 'set-cookie': `${SESSION_COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax` };
}

export function clearSessionCookie(): Readonly<Record<'set-cookie', string>> {
  return { 'set-cookie': `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax` };
}

export const sessionCookieOf = (cookies: string | undefined): string | undefined =>
  cookieOf(SESSION_COOKIE, cookies);

/** Undefined when it is not there, or there twice, which no browser does. */
export function cookieOf(name: string, cookies: string | undefined): string | undefined {
  const prefix = `${name}=`;
  const found = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}
