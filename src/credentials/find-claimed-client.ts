import type { Reader } from '#db/database.ts';
import { selectClaimedClient } from './claimed-client.store.ts';
import { NO_CLIENT, parseClientId } from './client-id.ts';
import { fromKeysRow } from './client-keys.ts';
import { addressRule } from './networks.ts';
import type { ClaimedClient, RefusedClient } from './records.ts';

/** Finds the client that a signed assertion claims to be, and the keys that can prove it; any text may be given. */
export const findClaimedClient = async (
  db: Reader,
  clientId: string,
): Promise<ClaimedClient | RefusedClient> => {
  const wanted = parseClientId(clientId) ?? NO_CLIENT;
  const [row] = await selectClaimedClient(db, wanted);
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
