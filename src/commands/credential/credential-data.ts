import { columns, isoTime, record } from '#commands/shell/text.ts';
import type { Credential, Secret } from '#credentials/index.ts';

/** What --json prints of a credential. */
export function credentialData(credential: Credential) {
  const { id, name, actsAs, rights, state, createdAt, lastUsedAt, secrets } = credential;
  return {
    clientId: id,
    name,
    actsAs,
    rights,
    state,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    secrets: secrets.map(secretData),
  };
}

const secretData = ({ createdAt, expiresAt, lastUsedAt, ...secret }: Secret) => ({
  ...secret,
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  lastUsedAt: isoTime(lastUsedAt),
});

export function credentialText(credential: Credential): string {
  const facts = record({
    'client id': credential.id,
    name: credential.name,
    'acts as': actsAsText(credential),
    rights: credential.rights?.join(', ') ?? 'all that the user has',
    state: credential.state,
    created: isoTime(credential.createdAt),
    'last used': isoTime(credential.lastUsedAt) ?? 'never',
  });
  const secrets = credential.secrets.map(({ id, hint, state, createdAt, expiresAt }) => [
    '  secret',
    id,
    `…${hint}`,
    state,
    `created ${isoTime(createdAt)}`,
    expiresAt === undefined ? '' : `expires ${isoTime(expiresAt)}`,
  ]);
  return secrets.length === 0 ? facts : `${facts}\nsecrets:\n${columns(secrets)}`;
}

export const actsAsText = ({ actsAs }: Credential): string =>
  actsAs.userName ?? `${actsAs.id} (deleted)`;
