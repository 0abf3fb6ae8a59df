import type { CredentialKind } from '#db/credential-tables.ts';
import { precompile } from '#db/precompile.ts';
import type { ClientId } from './client-id.ts';

export interface LiveSecretRow {
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
export const selectLiveSecrets = precompile<LiveSecretRow, ClientId & { readonly now: number }>(
  (db, wanted) =>
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
