import { columns, isoTime, record } from '#commands/shell/text.ts';
import type {
  ClientKeys,
  Credential,
  CredentialSecret,
  LastRefusal,
  LastUse,
} from '#credentials/index.ts';
import { parseKeySet } from '#tokens/tokens.ts';

/** Returns the fields of a credential that --json prints. */
export function credentialData(credential: Credential) {
  const { id, accountId: _account, createdAt, secrets, keys, lastRefused, ...facts } = credential;
  return {
    clientId: id,
    ...facts,
    ...lastUseData(credential),
    createdAt: isoTime(createdAt),
    lastRefused: lastRefused && { ...lastRefused, at: isoTime(lastRefused.at) },
    secrets: secrets.map(secretData),
    keys: keys && keysData(keys),
  };
}

const secretData = ({ createdAt, expiresAt, exposedAt, ...secret }: CredentialSecret) => ({
  ...secret,
  ...lastUseData(secret),
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  exposedAt: isoTime(exposedAt),
});

const lastUseData = ({ lastUsedAt }: LastUse) => ({ lastUsedAt: isoTime(lastUsedAt) });

function keysData({ kind: _kind, source, ...issuer }: ClientKeys) {
  const keySet: unknown = 'jwks' in source ? JSON.parse(source.jwks) : undefined;
  return { ...issuer, ...('jwks' in source ? { jwks: keySet } : source) };
}

export function credentialText(credential: Credential): string {
  const { keys } = credential;
  const facts = record({
    'client id': credential.id,
    name: credential.name,
    'proves itself by': PROOF[credential.kind],
    'acts as': actsAsText(credential),
    rights: credential.rights?.join(', ') ?? 'all that the user has',
    'used from': credential.allowedNetworks?.join(', ') ?? 'any address',
    ...(keys && keysText(keys)),
    state: credential.state,
    created: isoTime(credential.createdAt),
    'last used': lastUseText(credential),
    ...(credential.lastRefused && { 'last refused': lastRefusalText(credential.lastRefused) }),
  });
  const secrets = credential.secrets.map((secret) => [
    '  secret',
    secret.id,
    `…${secret.hint}`,
    secret.state,
    `created ${isoTime(secret.createdAt)}`,
    secret.expiresAt === undefined ? '' : `expires ${isoTime(secret.expiresAt)}`,
    secret.lastUsedAt === undefined ? '' : `used ${lastUseText(secret)}`,
    secret.exposedAt === undefined ? '' : `EXPOSED ${isoTime(secret.exposedAt)}`,
    secret.label ?? '',
  ]);
  return secrets.length === 0 ? facts : `${facts}\nsecrets:\n${columns(secrets)}`;
}

const PROOF: Readonly<Record<Credential['kind'], string>> = {
  'client-secret': 'a client secret',
  'private-key-jwt': 'its own signature (private_key_jwt)',
  'federated-identity': 'the signature of an issuer',
  'provisioning-token': 'a provisioning token',
};

function keysText(keys: ClientKeys): Readonly<Record<string, string>> {
  const { source } = keys;
  const names = (jwks: string): string =>
    parseKeySet(jwks)
      .map(({ kid, algorithms }) => kid ?? algorithms.join('/'))
      .join(', ');
  const where = 'jwksUrl' in source ? { 'keys at': source.jwksUrl } : { keys: names(source.jwks) };
  if (keys.kind === 'private-key-jwt') {
    const isTaken = keys.tokenEndpointAudience === true;
    return { ...where, audience: isTaken ? 'the issuer or the token endpoint' : 'the issuer' };
  }
  const { issuer, subject, audience } = keys;
  return { issuer, subject, audience, ...where };
}

const lastRefusalText = ({ at, ip, reason }: LastRefusal): string =>
  `${isoTime(at)} from ${ip}: ${reason}`;

function lastUseText({ lastUsedAt, lastUsedIp, lastUsedAgent }: LastUse): string {
  const from = lastUsedIp === undefined ? '' : ` from ${lastUsedIp}`;
  const by = lastUsedAgent === undefined ? '' : ` by ${lastUsedAgent}`;
  return lastUsedAt === undefined ? 'never' : `${isoTime(lastUsedAt)}${from}${by}`;
}

export const actsAsText = ({ actsAs }: Credential): string =>
  actsAs ? (actsAs.userName ?? `${actsAs.id} (deleted)`) : 'the provisioning identity';
