import type { CredentialNotes, Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Authenticators } from '#http/principal.ts';
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
 * very next one. Says invalid or expired (RFC 6750 §3.1) and never why; only who is at the wrong
 * address is told, since a new token would not help.
 * @throws AppError `token-invalid`, `token-expired`, `address-not-allowed`.
 */
export function createBearerAuthenticator(deps: BearerDeps): Authenticators['bearer'] {
  const { db, tokens, credentials, notes } = deps;
  return async (token, from) => {
    const claims = await tokens.verify(token);
    const live = await credentials.readLiveState(db.reader, claims);
    if (!live) {
      throw fail('token-invalid', 'The access token is not valid.', { cause: 'no longer holds' });
    }
    const { accountId, userId, credentialId, tokenId } = claims;
    if (!live.mayComeFrom(from.ip)) {
      const refusal = { accountId, credentialId, ip: from.ip, reason: 'address' };
      notes.refused({ action: 'token.use', ...refusal });
      throw addressNotAllowed(from.ip);
    }
    notes.used({ accountId, credentialId, ...from });
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

const addressNotAllowed = (ip: string): Error =>
  fail(
    'address-not-allowed',
    `This credential may not be used from ${ip}. An admin can change the networks it is limited to.`,
  );
