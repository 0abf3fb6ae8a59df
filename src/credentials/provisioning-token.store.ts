import { precompile } from '#db/precompile.ts';
import type { NamedToken } from './provisioning-token.ts';

interface TokenRow {
  readonly account_id: string;
  readonly code: string;
  readonly provisioning: 'on' | 'paused' | 'disconnected';
  readonly active: 0 | 1;
  readonly credential_id: string | null;
  readonly secret_id: string | null;
  readonly ended_at: number | null;
  readonly expires_at: number | null;
  readonly allowed_networks: string | null;
}

// Looks up the hash inside the account that the token names. It runs on every request of an identity provider, so that
// a revocation takes effect with the next one.
export const selectProvisioningToken = precompile<TokenRow, NamedToken>((db, token) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('secrets as s', (join) =>
      join.onRef('s.account_id', '=', 'a.id').on('s.hash', '=', token.hash),
    )
    .leftJoin('credentials as c', (join) =>
      join
        .onRef('c.account_id', '=', 'a.id')
        .onRef('c.id', '=', 's.credential_id')
        .on('c.kind', '=', 'provisioning-token'),
    )
    .select([
      'a.id as account_id',
      'a.code',
      'a.active',
      'a.provisioning',
      'c.id as credential_id',
      's.id as secret_id',
      (eb) => eb.fn.coalesce('s.revoked_at', 'c.revoked_at').as('ended_at'),
      's.expires_at',
      'c.allowed_networks',
    ])
    .where('a.code', '=', token.accountCode),
);
