import { timingSafeEqual } from 'node:crypto';
import type { Reader } from '#db/database.ts';
import { type ClientId, NO_CLIENT, parseClientId } from './client-id.ts';
import { hashSecret } from './client-secret.ts';
import { findAnyClientId, MAX_LIVE_SECRETS } from './credentials.store.ts';
import { type LiveSecretRow, selectLiveSecrets } from './live-secrets.store.ts';
import { addressRule } from './networks.ts';
import type { AuthenticatedClient, CredentialsDeps, RefusedClient } from './records.ts';

/**
 * Checks a client id and secret; any text may be given. The time of an answer must not tell which clients exist: the
 * secret is compared in constant time with every live secret, padded with dummies to the largest possible number, and
 * every refusal costs two queries, one that finds a credential and one that finds nothing.
 */
export const checkClientSecret = ({ clock, random }: CredentialsDeps) => {
  const dummy = random.bytes(32).toString('base64url');
  let existingClient: ClientId | undefined;

  const equaliseTime = async (db: Reader, wanted: ClientId, isFound: boolean): Promise<void> => {
    if (!isFound) existingClient ??= await findAnyClientId(db);
    const other = isFound ? { ...NO_CLIENT, code: wanted.code } : (existingClient ?? NO_CLIENT);
    await selectLiveSecrets(db, { ...other, now: clock.now() });
  };
  return async (
    db: Reader,
    clientId: string,
    clientSecret: string,
  ): Promise<AuthenticatedClient | RefusedClient> => {
    const wanted = parseClientId(clientId) ?? NO_CLIENT;
    const presented = Buffer.from(hashSecret(clientSecret), 'base64url');
    const rows = await selectLiveSecrets(db, { ...wanted, now: clock.now() });
    let matching: LiveSecretRow | undefined;
    for (let i = 0; i < MAX_LIVE_SECRETS; i += 1) {
      const row = rows[i];
      const same = timingSafeEqual(Buffer.from(row?.hash ?? dummy, 'base64url'), presented);
      if (same) matching = row;
    }
    const client = decide(rows[0], matching);
    const isFound = rows[0] !== undefined && rows[0].credential_id !== null;
    if (isFound) existingClient = wanted;
    if (client.refused !== undefined) await equaliseTime(db, wanted, isFound);
    return client;
  };
};

/** Decides about a client; `matching` is the row of the live secret that was presented. */
function decide(
  first: LiveSecretRow | undefined,
  matching: LiveSecretRow | undefined,
): AuthenticatedClient | RefusedClient {
  const refuse = (refused: RefusedClient['refused']): RefusedClient => ({
    refused,
    accountId: first?.account_id,
    credentialId: first?.credential_id ?? undefined,
  });
  if (!first || first.credential_id === null) return refuse('unknown-client');
  if (first.revoked_at !== null) return refuse('revoked');
  if (first.kind !== 'client-secret') return refuse('wrong-method');
  if (!matching || matching.secret_id === null || matching.version === null) {
    return refuse('wrong-secret');
  }
  const { user_id: userId, stamp, user_active: userActive } = matching;
  const active = userActive === 1 && matching.account_active === 1;
  if (userId === null || stamp === null || !active) return refuse('suspended');
  return {
    accountId: matching.account_id,
    userId,
    credentialId: first.credential_id,
    secretId: matching.secret_id,
    credentialVersion: matching.version,
    userStamp: stamp,
    allowsAddress: addressRule(matching.allowed_networks),
  };
}
