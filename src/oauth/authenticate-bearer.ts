import type { Refusals } from '#audit/index.ts';
import {
  type Credentials,
  type CredentialUseRecorder,
  isProvisioningToken,
} from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Authenticators, Principal, RequestOrigin } from '#http/principal.ts';
import { fail } from '#kernel/errors.ts';
import type { Tokens } from '#tokens/tokens.ts';

interface BearerDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly useRecorder: CredentialUseRecorder;
  readonly refusals: Pick<Refusals, 'record'>;
}

/**
 * Returns the principal of a token, which is checked in the storage on every request: a revocation on any node takes
 * effect with the next request. The error says invalid or expired (RFC 6750 §3.1) and never why; only a wrong address
 * is named, since a new token would not help.
 * @throws AppError `token-invalid`, `token-expired`, `address-not-allowed`.
 */
export function createBearerAuthenticator(deps: BearerDeps): Authenticators['bearer'] {
  return (token, from) =>
    isProvisioningToken(token)
      ? byProvisioningToken(deps, token, from)
      : byAccessToken(deps, token, from);
}

async function byAccessToken(
  { db, tokens, credentials, useRecorder, refusals }: BearerDeps,
  token: string,
  from: RequestOrigin,
): Promise<Principal> {
  const claims = await tokens.verify(token);
  const live = await credentials.readLiveState(db.reader, claims);
  const { accountId, userId, credentialId, tokenId } = claims;
  const use = { accountId, credentialId };
  const refused = { action: 'token.use', via: 'api', ...use, ip: from.ip } as const;
  if (!live) {
    refusals.record({ ...refused, detail: { reason: 'ended' } });
    throw invalid('no longer holds');
  }
  if (!live.allowsAddress(from.ip)) {
    refusals.record({ ...refused, detail: { reason: 'address' } });
    throw notFromHere(from.ip);
  }
  useRecorder.used({ ...use, ...from });
  const { accountCode, role, rights, provisioning } = live;
  return {
    kind: 'user',
    accountId,
    accountCode,
    userId,
    role,
    scheme: 'Bearer',
    credentialId,
    tokenId,
    ...(provisioning && { provisioning }),
    ...(rights && { rights }),
  };
}

async function byProvisioningToken(
  { db, credentials, useRecorder, refusals }: BearerDeps,
  token: string,
  from: RequestOrigin,
): Promise<Principal> {
  const state = await credentials.readProvisioning(db.reader, token);
  const refuse = (reason: string): void => {
    const { accountId, credentialId } = state;
    const about = { accountId, credentialId, ip: from.ip, detail: { reason } };
    refusals.record({ action: 'token.use', via: 'scim', ...about });
  };
  if (state.refused !== undefined) {
    refuse(state.refused);
    if (state.refused !== 'expired') throw invalid(`provisioning token: ${state.refused}`);
    throw fail(
      'token-expired',
      'The provisioning token has expired. An admin can create a new one.',
    );
  }
  if (!state.allowsAddress(from.ip)) {
    refuse('address');
    throw notFromHere(from.ip);
  }
  const { accountId, accountCode, credentialId, secretId, provisioning } = state;
  useRecorder.used({ accountId, credentialId, secretId, ...from });
  return {
    kind: 'provisioning',
    accountId,
    accountCode,
    scheme: 'Bearer',
    credentialId,
    ...(provisioning && { provisioning }),
    rights: ['scim'],
  };
}

const invalid = (cause: string): Error =>
  fail('token-invalid', 'The access token is not valid.', { cause });

const notFromHere = (ip: string): Error =>
  fail(
    'address-not-allowed',
    `This credential may not be used from ${ip}. An admin can change its allowed networks.`,
  );
