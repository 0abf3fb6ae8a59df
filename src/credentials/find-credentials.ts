import type { Reader } from '#db/database.ts';
import { isStorable } from '#kernel/text.ts';
import { selectClientKeys } from './client-keys.store.ts';
import { type ClientKeys, fromKeysRow } from './client-keys.ts';
import {
  type CredentialRow,
  type SecretRow,
  selectCredential,
  selectCredentials,
  selectSecrets,
} from './credentials.store.ts';
import { readNetworks } from './networks.ts';
import type {
  Credential,
  CredentialSecret,
  CredentialsDeps,
  LastRefusal,
  LastUse,
} from './records.ts';
import { readRights } from './rights.ts';

const MAX_PAGE = 100;

interface CredentialPage {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** Returns only credentials that act as this user. */
  readonly actsAsUserId?: string | undefined;
}

/** Lists credentials in order of id, so the oldest first; at most 100, or `limit` if that is less. */
export const findCredentials =
  ({ clock }: CredentialsDeps) =>
  async (
    db: Reader,
    accountId: string,
    { after = '', limit = MAX_PAGE, actsAsUserId }: CredentialPage = {},
  ): Promise<readonly Credential[]> => {
    const page = { after, limit: Math.min(limit, MAX_PAGE), actsAsUserId };
    const rows = await selectCredentials(db, accountId, page);
    const ids = rows.map((row) => row.id);
    const secrets = await selectSecrets(db, accountId, ids);
    const byCredential = Map.groupBy(secrets, (secret) => secret.credential_id);
    const keys = await readKeys(db, accountId, ids);
    const now = clock.now();
    return rows.map((row) =>
      toCredential(row, byCredential.get(row.id) ?? [], keys.get(row.id), now),
    );
  };

export const findCredential =
  ({ clock }: CredentialsDeps) =>
  async (db: Reader, accountId: string, id: string): Promise<Credential | undefined> => {
    const row = isStorable(id) ? await selectCredential(db, accountId, id) : undefined;
    if (!row) return undefined;
    const keys = await readKeys(db, accountId, [id]);
    const secrets = await selectSecrets(db, accountId, [id]);
    return toCredential(row, secrets, keys.get(id), clock.now());
  };

async function readKeys(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClientKeys | undefined>> {
  const rows = await selectClientKeys(db, accountId, ids);
  return new Map(rows.map((row) => [row.credential_id, fromKeysRow(row)]));
}

function toCredential(
  row: CredentialRow,
  secrets: readonly SecretRow[],
  keys: ClientKeys | undefined,
  now: number,
): Credential {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    actsAs:
      row.acts_as_user_id === null
        ? undefined
        : { id: row.acts_as_user_id, userName: row.user_name ?? undefined },
    rights: readRights(row.rights),
    allowedNetworks: readNetworks(row.allowed_networks),
    state: stateOf(row),
    createdAt: row.created_at,
    createdBy:
      row.created_by === null
        ? undefined
        : { id: row.created_by, userName: row.creator_name ?? undefined },
    ...lastUseOf(row),
    secrets: secrets.map((secret) => toSecret(secret, now)),
    keys,
    lastRefused: lastRefusalOf(row),
  };
}

function lastRefusalOf(row: CredentialRow): LastRefusal | undefined {
  const { last_refused_at: at, last_refused_ip: ip, last_refused_reason: reason } = row;
  return at === null || ip === null || reason === null ? undefined : { at, ip, reason };
}

function stateOf(row: CredentialRow): Credential['state'] {
  if (row.revoked_at !== null) return 'revoked';
  const actsAsNobody = row.acts_as_user_id === null;
  return actsAsNobody || row.user_active === 1 ? 'active' : 'suspended';
}

type UseColumns = Pick<SecretRow, 'last_used_at' | 'last_used_ip' | 'last_used_agent'>;

const lastUseOf = (row: UseColumns): LastUse => ({
  lastUsedAt: row.last_used_at ?? undefined,
  lastUsedIp: row.last_used_ip ?? undefined,
  lastUsedAgent: row.last_used_agent ?? undefined,
});

function toSecret(row: SecretRow, now: number): CredentialSecret {
  const expired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    hint: row.hint,
    label: row.label ?? undefined,
    state: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'live',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    exposedAt: row.exposed_at ?? undefined,
    ...lastUseOf(row),
  };
}
