import type { Flag } from '#db/column-types.ts';
import type { CredentialKind } from '#db/credential-tables.ts';
import { precompile } from '#db/precompile.ts';
import type { ClientId } from './client-id.ts';

interface ClaimedClientRow {
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

export const selectClaimedClient = precompile<ClaimedClientRow, ClientId>((db, wanted) =>
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
