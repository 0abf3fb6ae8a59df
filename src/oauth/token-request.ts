import type { Request } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { SCOPE } from '#tokens/tokens.ts';

const GRANT_TYPE = 'client_credentials';
/** Parameters that must not be in the URI: it ends up in logs (RFC 6749 §2.3.1). */
const BODY_ONLY = ['client_id', 'client_secret', 'client_assertion', 'grant_type', 'scope'];

export interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * A token request of INTERFACE §4.1. Nothing here depends on which clients exist, so no answer tells.
 * @throws AppError `invalid-token-request`, `unsupported-grant-type`, `invalid-scope`,
 * `credentials-invalid`.
 */
export function parseTokenRequest(request: Request<undefined>): TokenRequest {
  const { query, form = new URLSearchParams(), headers } = request;
  refuseInUri(query);
  refuseRepeated(form);
  refuseOtherMethods(form, headers['authorization']);
  requireGrantType(read(form, 'grant_type'));
  requireScope(read(form, 'scope'));
  const clientId = read(form, 'client_id');
  const clientSecret = read(form, 'client_secret');
  if (clientId === undefined) throw unauthenticated('client_id is missing.');
  if (clientSecret === undefined) throw unauthenticated('client_secret is missing.');
  return { clientId, clientSecret };
}

// RFC 6749 §3.2: a parameter without a value is treated as if it were left out.
function read(form: URLSearchParams, name: string): string | undefined {
  return form.get(name) || undefined;
}

function refuseInUri(query: URLSearchParams): void {
  const found = BODY_ONLY.find((name) => query.has(name));
  if (found === undefined) return;
  throw malformed(
    `${found} must be in the body, not in the URL. Anything secret in it is exposed.`,
  );
}

// RFC 6749 §3.2: parameters must not be included more than once; which one would count?
function refuseRepeated(form: URLSearchParams): void {
  const seen = new Set<string>();
  for (const name of form.keys()) {
    if (seen.has(name)) throw malformed(`${name.slice(0, 50)} is there more than once.`);
    seen.add(name);
  }
}

// RFC 6749 §2.3: one method of client authentication a request.
function refuseOtherMethods(form: URLSearchParams, authorization: string | undefined): void {
  const inBody = form.has('client_secret');
  if (form.has('client_assertion') || form.has('client_assertion_type')) {
    if (inBody || authorization !== undefined) throw twoMethods();
    throw unauthenticated(
      'client_assertion is not supported here, only client_secret in the body.',
    );
  }
  if (authorization === undefined) return;
  if (inBody) throw twoMethods();
  // RFC 6749 §5.2: a client that used the header is answered with the challenge of its scheme.
  throw unauthenticated('Send client_id and client_secret in the body, not in a header.', {
    'www-authenticate': 'Basic realm="formstead", charset="UTF-8"',
  });
}

function requireGrantType(grantType: string | undefined): void {
  if (grantType === undefined) throw malformed(`grant_type is missing. Send ${GRANT_TYPE}.`);
  if (grantType === GRANT_TYPE) return;
  throw fail('unsupported-grant-type', `grant_type must be ${GRANT_TYPE}.`, { at: 'grant_type' });
}

// Never a lesser token than was asked for: exactly this scope, nothing beside it.
function requireScope(scope: string | undefined): void {
  if (scope === undefined) throw malformed(`scope is missing. Send ${SCOPE}.`);
  if (scope === SCOPE) return;
  throw fail('invalid-scope', `scope must be exactly ${SCOPE}.`, { at: 'scope' });
}

function malformed(detail: string): AppError {
  return fail('invalid-token-request', detail);
}

function twoMethods(): AppError {
  return malformed('Use one way of client authentication only.');
}

function unauthenticated(detail: string, headers: Record<string, string> = {}): AppError {
  return fail('credentials-invalid', detail, { headers });
}
