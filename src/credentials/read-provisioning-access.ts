import type { Reader } from '#db/database.ts';
import { addressRule } from './networks.ts';
import { selectProvisioningToken } from './provisioning-token.store.ts';
import { readProvisioningToken } from './provisioning-token.ts';
import type { CredentialsDeps, ProvisioningAccess, RefusedClient } from './records.ts';
import { stoppedState } from './stopped-state.ts';

/** Returns the state of a provisioning token, or the reason to refuse it: `expired` or another one. Runs one query. */
export const readProvisioningAccess =
  ({ clock }: CredentialsDeps) =>
  async (db: Reader, token: string): Promise<ProvisioningAccess | RefusedClient> => {
    const named = readProvisioningToken(token);
    if (!named) return { refused: 'malformed', accountId: undefined, credentialId: undefined };
    const [row] = await selectProvisioningToken(db, named);
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
