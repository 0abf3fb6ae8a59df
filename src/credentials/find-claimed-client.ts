import type { Flag } from '#db/column-types.ts';
import type { CredentialKind } from '#db/credential-tables.ts';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { type ClientId, NO_CLIENT, parseClientId } from './client-id.ts';
import { fromKeysRow } from './client-keys.ts';
import { addressRule } from './networks.ts';
import type { ClaimedClient, RefusedClient } from './records.ts';

interface Row {
  readonly account_id: string;
  readonly account_active: number;
  readonly credential_id: string | null;
  readonly kind: CredentialKind | null;
  readonly version: number | null;
  readonly revoked_at: number | null;
  readonly allowed_networks: string | null;
  readonly user_id: string | null;
  readonly user_active: number | null;
  readonly stamp: number | null;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly audience: string | null;
  readonly jwks: string | null;
  readonly jwks_url: string | null;
  readonly token_endpoint_audience: Flag | null;
}

const select = precompile<Row, ClientId>((db, wanted) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('credentials as c', (join) =>
      join.onRef('c.account_id', '=', 'a.id').on('c.id', '=', wanted.id),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').onRef('u.id', '=', 'c.acts_as_user_id'),
    )
    .leftJoin('client_keys as k', (join) =>
      join.onRef('k.account_id', '=', 'a.id').onRef('k.credential_id', '=', 'c.id'),
    )
    .select([
      'a.id as account_id',
      'a.active as account_active',
      'c.id as credential_id',
      'c.kind',
      'c.version',
      'c.revoked_at',
      'c.allowed_networks',
      'u.id as user_id',
      'u.active as user_active',
      'u.stamp',
      'k.issuer',
      'k.subject',
      'k.audience',
      'k.jwks',
      'k.jwks_url',
      'k.token_endpoint_audience',
    ])
    .where('a.code', '=', wanted.code),
);

/** Finds the client that a signed assertion claims to be, and the keys that can prove it; any text may be given. */
export const findClaimedClient = async (
  db: Reader,
  clientId: string,
): Promise<ClaimedClient | RefusedClient> => {
  const wanted = parseClientId(clientId) ?? NO_CLIENT;
  const [row] = await select(db, wanted);
  const refuse = (refused: string): RefusedClient => ({
    refused,
    accountId: row?.account_id,
    credentialId: row?.credential_id ?? undefined,
  });
  if (!row || row.credential_id === null || row.version === null) return refuse('unknown-client');
  if (row.revoked_at !== null) return refuse('revoked');
  const proof = fromKeysRow({
    ...row,
    credential_id: row.credential_id,
    token_endpoint_audience: row.token_endpoint_audience ?? 0,
  });
  if (!proof || proof.kind !== row.kind) return refuse('wrong-method');
  if (row.user_id === null || row.stamp === null) return refuse('suspended');
  if (row.user_active !== 1 || row.account_active !== 1) return refuse('suspended');
  const client = {
    accountId: row.account_id,
    userId: row.user_id,
    credentialId: row.credential_id,
    credentialVersion: row.version,
    userStamp: row.stamp,
    allowsAddress: addressRule(row.allowed_networks),
  };
  return { client, proof };
};
