import { isStorable } from '#kernel/text.ts';
import type { Credential, Credentials, CredentialsDeps, Secret } from './contract.ts';
import {
  type CredentialRow,
  type SecretRow,
  selectCredential,
  selectCredentials,
  selectSecrets,
} from './credentials.store.ts';
import { readRights } from './rights.ts';

const MAX_PAGE = 100;

export const listCredentials =
  ({ clock }: CredentialsDeps): Credentials['list'] =>
  async (db, accountId, { after = '', limit = MAX_PAGE } = {}) => {
    const rows = await selectCredentials(db, accountId, after, Math.min(limit, MAX_PAGE));
    const ids = rows.map((row) => row.id);
    const secrets = await selectSecrets(db, accountId, ids);
    const byCredential = Map.groupBy(secrets, (secret) => secret.credential_id);
    const now = clock.now();
    return rows.map((row) => toCredential(row, byCredential.get(row.id) ?? [], now));
  };

export const findCredential =
  ({ clock }: CredentialsDeps): Credentials['find'] =>
  async (db, accountId, id) => {
    const row = isStorable(id) ? await selectCredential(db, accountId, id) : undefined;
    return row && toCredential(row, await selectSecrets(db, accountId, [id]), clock.now());
  };

function toCredential(row: CredentialRow, secrets: readonly SecretRow[], now: number): Credential {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    actsAs: { id: row.acts_as_user_id, userName: row.user_name ?? undefined },
    rights: readRights(row.rights),
    state: stateOf(row),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    secrets: secrets.map((secret) => toSecret(secret, now)),
  };
}

function stateOf(row: CredentialRow): Credential['state'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.user_active === 1 ? 'active' : 'suspended';
}

function toSecret(row: SecretRow, now: number): Secret {
  const expired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    hint: row.hint,
    state: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'live',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
