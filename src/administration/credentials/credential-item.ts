import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { CredentialSecret, LastUse, Credential as Stored } from '#credentials/index.ts';
import type { Reader } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { Credential } from './credential.shapes.ts';

/** @throws AppError `not-found`. */
export async function readCredentialItem(
  { credentials }: Pick<AdministrationDeps, 'credentials'>,
  db: Reader,
  accountId: string,
  id: string,
): Promise<Credential> {
  const found = await credentials.find(db, accountId, id);
  if (!found) throw fail('not-found', 'There is no credential with this id.');
  return toCredentialItem(found);
}

/** Returns a credential as the web app shows it, without secrets. */
export function toCredentialItem(credential: Stored): Credential {
  const { id, name, kind, state, actsAs, rights, allowedNetworks, createdAt, createdBy } =
    credential;
  const { keys, lastRefused } = credential;
  return {
    id,
    name,
    kind,
    state,
    ...(actsAs && { actsAs: toPerson(actsAs) }),
    ...(rights && { rights: [...rights] }),
    ...(allowedNetworks && { allowedNetworks: [...allowedNetworks] }),
    createdAt: new Date(createdAt).toISOString(),
    ...(createdBy && { createdBy: toPerson(createdBy) }),
    ...lastUseOf(credential),
    ...(lastRefused && {
      lastRefused: { ...lastRefused, at: new Date(lastRefused.at).toISOString() },
    }),
    ...(keys?.kind === 'private-key-jwt' && {
      tokenEndpointAudience: keys.tokenEndpointAudience === true,
    }),
    secrets: credential.secrets.map(toSecretItem),
  };
}

const toPerson = ({ id, userName }: NonNullable<Stored['actsAs']>) => ({
  id,
  ...(userName !== undefined && { userName }),
});

function toSecretItem(secret: CredentialSecret): Credential['secrets'][number] {
  const { id, hint, label, state, createdAt, expiresAt } = secret;
  return {
    id,
    hint,
    ...(label !== undefined && { label }),
    state,
    createdAt: new Date(createdAt).toISOString(),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    ...lastUseOf(secret),
  };
}

const lastUseOf = ({ lastUsedAt, lastUsedIp, lastUsedAgent }: LastUse) => ({
  ...(lastUsedAt !== undefined && { lastUsedAt: new Date(lastUsedAt).toISOString() }),
  ...(lastUsedIp !== undefined && { lastUsedIp }),
  ...(lastUsedAgent !== undefined && { lastUsedAgent }),
});
