import { fail } from '#kernel/errors.ts';
import { SCOPE } from '#tokens/tokens.ts';
import { type ClientRequest, checkForm, malformed, readParameter } from './client-request.ts';

const GRANT_TYPE = 'client_credentials';

/**
 * Checks a token request (RFC 6749 §4.4.2), except for the client's proof. Nothing here depends on which clients exist,
 * so that no answer reveals it.
 * @throws AppError `invalid-token-request`, `unsupported-grant-type`, `invalid-scope`.
 */
export function checkTokenRequest(request: ClientRequest): void {
  checkForm(request);
  requireGrantType(readParameter(request, 'grant_type'));
  requireScope(readParameter(request, 'scope'));
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
