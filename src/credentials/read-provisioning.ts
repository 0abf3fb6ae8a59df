import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { addressRule } from './networks.ts';
import { type NamedToken, readProvisioningToken } from './provisioning-token.ts';
import type { CredentialsDeps, ProvisioningState, RefusedClient } from './records.ts';
import { stoppedState } from './stopped-state.ts';

interface Row {
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
const select = precompile<Row, NamedToken>((db, token) =>
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

/** Returns the state of a provisioning token, or the reason to refuse it: `expired` or another one. Runs one query. */
export const readProvisioning =
  ({ clock }: CredentialsDeps) =>
  async (db: Reader, token: string): Promise<ProvisioningState | RefusedClient> => {
    const named = readProvisioningToken(token);
    if (!named) return { refused: 'malformed', accountId: undefined, credentialId: undefined };
    const [row] = await select(db, named);
    const refuse = (refused: string): RefusedClient => ({
      refused,
      accountId: row?.account_id,
      credentialId: row?.credential_id ?? undefined,
    });
    if (!row || row.credential_id === null || row.secret_id === null)
      return refuse('unknown-token');
    if (row.ended_at !== null) return refuse('revoked');
    if (row.active !== 1) return refuse('suspended');
    if (row.expires_at === null || row.expires_at <= clock.now()) return refuse('expired');
    return {
      accountId: row.account_id,
      accountCode: row.code,
      ...stoppedState(row.provisioning),
      credentialId: row.credential_id,
      secretId: row.secret_id,
      allowsAddress: addressRule(row.allowed_networks),
    };
  };
