import { AppError, fail } from '#kernel/errors.ts';
import type { Endpoint, Principal } from './endpoint.ts';
import {
  type Authenticators,
  type LinkPrincipal,
  type RequestOrigin,
  reaches,
} from './principal.ts';
import { headerValues } from './raw-headers.ts';

const REALM = 'formstead';

/** Returns the challenge to a request without credentials, which names no error (RFC 6750 §3). */
function bareChallenge(authenticators: Authenticators): string {
  return challenge(authenticators.basic !== undefined, `Bearer realm="${REALM}"`);
}

/**
 * Returns the principal of a request.
 * @throws AppError 401 that tells only whether credentials are missing, invalid or expired.
 */
export async function authenticate(
  authenticators: Authenticators,
  rawHeaders: readonly string[],
  from: RequestOrigin,
): Promise<Principal> {
  const found = headerValues('authorization', rawHeaders);
  const [header] = found;
  if (header === undefined) {
    throw refusal(authenticators, 'credentials-missing', 'Send an Authorization header.');
  }
  if (found.length > 1) {
    throw refusal(authenticators, 'credentials-invalid', 'Send one Authorization header only.');
  }
  const { scheme, value } = partsOf(header);
  try {
    if (scheme === 'bearer') return await authenticators.bearer(value, from);
    if (scheme === 'basic' && authenticators.basic) return await authenticators.basic(value, from);
  } catch (error) {
    throw withChallenge(authenticators, error);
  }
  throw refusal(
    authenticators,
    'credentials-invalid',
    'The Authorization scheme is not supported. Use Bearer with an access token.',
  );
}

/**
 * Returns the principal of a request to a route of public links. Nothing but the session of a link opens these.
 * @throws AppError 401.
 */
export async function authenticateLink(
  { link }: Authenticators,
  rawHeaders: readonly string[],
): Promise<LinkPrincipal> {
  const only: Authenticators = {
    bearer: () => Promise.reject(noLinkSession()),
  };
  const [header, ...more] = headerValues('authorization', rawHeaders);
  if (header === undefined) {
    throw refusal(only, 'credentials-missing', 'Send an Authorization header.');
  }
  const { scheme, value } = partsOf(header);
  if (more.length > 0 || scheme !== 'bearer') {
    throw refusal(
      only,
      'credentials-invalid',
      'Send one Authorization header: Bearer, and the session.',
    );
  }
  try {
    if (link) return await link(value);
  } catch (error) {
    throw withChallenge(only, error);
  }
  throw withChallenge(only, noLinkSession());
}

const noLinkSession = (): AppError =>
  fail('token-invalid', 'This is not the session of a public link.');

/** Returns the part of an Authorization header after its scheme; undefined without a header. */
export const credentialIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : partsOf(header).value;

function partsOf(header: string): { readonly scheme: string; readonly value: string } {
  const space = header.indexOf(' ');
  if (space === -1) return { scheme: header.toLowerCase(), value: '' };
  return { scheme: header.slice(0, space).toLowerCase(), value: header.slice(space + 1).trim() };
}

/** @throws AppError 403 when the credential or its user may not use the route. */
export function authorise(endpoint: Endpoint, principal: Principal): void {
  if (endpoint.access === 'public') return;
  if (endpoint.access.session) throw fail('forbidden', 'Only signed-in users may do this.');
  if (endpoint.access.link) throw fail('forbidden', 'Only people with a public link may do this.');
  const { right, role } = endpoint.access;
  if (principal.kind === 'provisioning' && !endpoint.provisioning) {
    throw insufficient('A provisioning token is for SCIM and nothing else. Use an access token.');
  }
  if (principal.rights && !principal.rights.includes(right)) {
    throw insufficient(
      right === 'all'
        ? 'The credential is narrowed to some rights. This takes one with all rights of its user.'
        : `The credential was not given the right ${right}.`,
    );
  }
  if (role !== undefined && principal.kind === 'user' && !reaches(principal.role, role)) {
    throw fail('forbidden', `Only a user with the role ${role} may do this.`);
  }
}

const insufficient = (detail: string): AppError =>
  fail('insufficient-scope', detail, {
    headers: {
      'www-authenticate': `Bearer realm="${REALM}", error="insufficient_scope", scope="public_api"`,
    },
  });

function refusal(
  authenticators: Authenticators,
  code: 'credentials-missing' | 'credentials-invalid',
  detail: string,
): AppError {
  const headers = { 'www-authenticate': bareChallenge(authenticators) };
  return fail(code, detail, { headers });
}

const TOKEN_ERRORS = {
  'token-expired': 'The access token expired',
  'token-invalid': 'The access token is not valid',
} as const;

/** Adds the matching challenge to an error that an authenticator threw. */
function withChallenge(authenticators: Authenticators, error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error;
  const { code } = error;
  const bearer =
    code === 'token-expired' || code === 'token-invalid'
      ? `Bearer realm="${REALM}", error="invalid_token", error_description="${TOKEN_ERRORS[code]}"`
      : `Bearer realm="${REALM}"`;
  const isBasicOffered = authenticators.basic !== undefined && code !== 'basic-off';
  const headers = { 'www-authenticate': challenge(isBasicOffered, bearer) };
  return fail(code, error.detail, { headers, cause: error.cause });
}

function challenge(isBasicOffered: boolean, bearer: string): string {
  return isBasicOffered ? `${bearer}, Basic realm="${REALM}", charset="UTF-8"` : bearer;
}
