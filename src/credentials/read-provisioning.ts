import { precompile } from '#db/precompile.ts';
import type { Credentials, CredentialsDeps } from './contract.ts';
import { addressRule } from './networks.ts';
import { readProvisioningToken } from './provisioning-token.ts';
import { stopOf } from './stop-of.ts';

interface Row {
  readonly account_id: string;
  readonly code: string;
  readonly provisioning: 'on' | 'paused' | 'disconnected';
  readonly credential_id: string;
  readonly secret_id: string;
  readonly expires_at: number | null;
  readonly allowed_networks: string | null;
}

// One lookup by hash inside the account that the token names: it runs on every request of an
// identity provider, so that a revocation holds on the very next one.
const select = precompile<Row>((db) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('secrets as s', 's.account_id', 'a.id')
    .innerJoin('credentials as c', (join) =>
      join.onRef('c.account_id', '=', 'a.id').onRef('c.id', '=', 's.credential_id'),
    )
    .select([
      'a.id as account_id',
      'a.code',
      'a.provisioning',
      'c.id as credential_id',
      's.id as secret_id',
      's.expires_at',
      'c.allowed_networks',
    ])
    .where('a.code', '=', '')
    .where('a.active', '=', 1)
    .where('s.hash', '=', '')
    .where('s.revoked_at', 'is', null)
    .where('c.kind', '=', 'provisioning-token')
    .where('c.revoked_at', 'is', null),
);

export const readProvisioning =
  ({ clock }: CredentialsDeps): Credentials['readProvisioning'] =>
  async (db, token) => {
    const named = readProvisioningToken(token);
    if (!named) return { refused: 'invalid' };
    const [row] = await select(db, [named.accountCode, 1, named.hash, 'provisioning-token']);
    if (!row || row.expires_at === null) return { refused: 'invalid' };
    if (row.expires_at <= clock.now()) return { refused: 'expired' };
    return {
      accountId: row.account_id,
      accountCode: row.code,
      ...stopOf(row.provisioning),
      credentialId: row.credential_id,
      secretId: row.secret_id,
      mayComeFrom: addressRule(row.allowed_networks),
    };
  };
