import { timingSafeEqual } from 'node:crypto';
import type { CredentialKind } from '#db/credential-tables.ts';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { type ClientId, NO_CLIENT, parseClientId } from './client-id.ts';
import { hashSecret } from './client-secret.ts';
import { findAnyClientId, MAX_LIVE_SECRETS } from './credentials.store.ts';
import { addressRule } from './networks.ts';
import type { AuthenticatedClient, CredentialsDeps, RefusedClient } from './records.ts';

interface Row {
  readonly account_id: string;
  readonly account_active: number;
  readonly credential_id: string | null;
  readonly kind: CredentialKind | null;
  readonly allowed_networks: string | null;
  readonly version: number | null;
  readonly revoked_at: number | null;
  readonly user_id: string | null;
  readonly user_active: number | null;
  readonly stamp: number | null;
  readonly secret_id: string | null;
  readonly hash: string | null;
}

// Selects one row per live secret; without a credential or secret, one row for the account alone. The rows have no
// order: with one, SQLite would read all secrets of the account along the index in that order.
const select = precompile<Row, ClientId & { readonly now: number }>((db, wanted) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('credentials as c', (join) =>
      join.onRef('c.account_id', '=', 'a.id').on('c.id', '=', wanted.id),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').onRef('u.id', '=', 'c.acts_as_user_id'),
    )
    .leftJoin('secrets as s', (join) =>
      join
        .onRef('s.account_id', '=', 'a.id')
        .onRef('s.credential_id', '=', 'c.id')
        .on('s.revoked_at', 'is', null)
        .on((eb) => eb.or([eb('s.expires_at', 'is', null), eb('s.expires_at', '>', wanted.now)])),
    )
    .select([
      'a.id as account_id',
      'a.active as account_active',
      'c.id as credential_id',
      'c.kind',
      'c.allowed_networks',
      'c.version',
      'c.revoked_at',
      'u.id as user_id',
      'u.active as user_active',
      'u.stamp',
      's.id as secret_id',
      's.hash',
    ])
    .where('a.code', '=', wanted.code),
);

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
    await select(db, { ...other, now: clock.now() });
  };
  return async (
    db: Reader,
    clientId: string,
    clientSecret: string,
  ): Promise<AuthenticatedClient | RefusedClient> => {
    const wanted = parseClientId(clientId) ?? NO_CLIENT;
    const presented = Buffer.from(hashSecret(clientSecret), 'base64url');
    const rows = await select(db, { ...wanted, now: clock.now() });
    let matching: Row | undefined;
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
  first: Row | undefined,
  matching: Row | undefined,
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
