import type { CredentialNotes, Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Principal } from '#http/principal.ts';
import { fail } from '#kernel/errors.ts';
import type { Tokens } from '#tokens/tokens.ts';

interface BearerDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly notes: CredentialNotes;
}

/**
 * Who a token acts as, asked of the storage on every request: a revocation anywhere holds on the
 * very next one. Says invalid or expired (RFC 6750 §3.1) and never why.
 * @throws AppError `token-invalid`, `token-expired`.
 */
export function createBearerAuthenticator(deps: BearerDeps): (token: string) => Promise<Principal> {
  const { db, tokens, credentials, notes } = deps;
  return async (token) => {
    const claims = await tokens.verify(token);
    const live = await credentials.readLiveState(db.reader, claims);
    if (!live) {
      throw fail('token-invalid', 'The access token is not valid.', { cause: 'no longer holds' });
    }
    const { accountId, userId, credentialId, tokenId } = claims;
    notes.used({ accountId, credentialId });
    const { accountCode, role, rights } = live;
    const scheme = 'Bearer';
    return {
      accountId,
      accountCode,
      userId,
      role,
      scheme,
      credentialId,
      tokenId,
      ...(rights && { rights }),
    };
  };
}
