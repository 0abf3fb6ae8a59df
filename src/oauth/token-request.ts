import { fail } from '#kernel/errors.ts';
import { SCOPE } from '#tokens/tokens.ts';
import { type ClientRequest, checkForm, malformed, readParameter } from './client-request.ts';

const GRANT_TYPE = 'client_credentials';

/**
 * Checks a token request (RFC 6749 §4.4.2), except for the client's proof. Nothing here depends on which clients exist,
 * so that no answer reveals it.
 * @param ownUrls the base URLs of the API and of the issuer, without a trailing slash
 * @throws AppError `invalid-token-request`, `unsupported-grant-type`, `invalid-scope`, `invalid-target`.
 */
export function checkTokenRequest(request: ClientRequest, ownUrls: readonly string[]): void {
  checkForm(request, 'resource');
  requireGrantType(readParameter(request, 'grant_type'));
  requireScope(readParameter(request, 'scope'));
  const resources = request.form?.getAll('resource') ?? [];
  requireOwnResource(
    resources.filter((each) => each !== ''),
    ownUrls,
  );
}

// RFC 8707 §2: `resource` may be repeated. A single one was always passed over like any unknown parameter, and clients
// send all kinds of values in it, so only a list is read (docs/decisions/0095-resources-of-a-token-request.md).
function requireOwnResource(resources: readonly string[], ownUrls: readonly string[]): void {
  if (resources.length < 2) return;
  const isOwn = (resource: string) =>
    ownUrls.some((url) => resource === url || resource.startsWith(`${url}/`));
  if (resources.some(isOwn)) return;
  const detail = `No resource is one of this service. Send ${ownUrls[0]}, or leave out resource.`;
  throw fail('invalid-target', detail, { at: 'resource' });
}

function requireGrantType(grantType: string | undefined): void {
  if (grantType === undefined) throw malformed(`grant_type is missing. Send ${GRANT_TYPE}.`);
  if (grantType === GRANT_TYPE) return;
  throw fail('unsupported-grant-type', `grant_type must be ${GRANT_TYPE}.`, { at: 'grant_type' });
}

// The scope must be exactly this one, so that nobody gets a lesser token than they asked for. A server without a
// default scope answers a missing one with `invalid_scope` (RFC 6749 §3.3).
function requireScope(scope: string | undefined): void {
  if (scope === SCOPE) return;
  const detail =
    scope === undefined ? `scope is missing. Send ${SCOPE}.` : `scope must be exactly ${SCOPE}.`;
  throw fail('invalid-scope', detail, { at: 'scope' });
}
