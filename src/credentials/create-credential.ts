import type { CredentialKind } from '#db/credential-tables.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import { insertClientKeys } from './client-keys.store.ts';
import { checkClientKeys, toKeysRow } from './client-keys.ts';
import { makeSecret } from './client-secret.ts';
import {
  insertCredential,
  insertSecret,
  lockActingUser,
  readAccountCode,
} from './credentials.store.ts';
import { storeNetworks } from './networks.ts';
import type { CredentialsDeps, NewCredential, NewKeyCredential, NewSecret } from './records.ts';
import { storeRights } from './rights.ts';
import { requireName, type SecretOptions, secretExpiry } from './secret-options.ts';

/** @throws AppError `invalid-value`, `credential-inactive` when the user is not active. */
export const createCredential =
  (deps: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { label, expiresInSeconds, ...client }: NewCredential,
  ): Promise<NewSecret> => {
    const credentialId = await addCredential(deps, tx, actor, { kind: 'client-secret', ...client });
    const made = await addSecret(deps, tx, actor.accountId, credentialId, {
      label,
      expiresInSeconds,
    });
    const detail = { secret: made.secretId, ...expiryDetail(made.expiresAt) };
    await recordCreation(deps, tx, actor, { ...client, credentialId, detail });
    return made;
  };

/** @throws AppError as {@link createCredential}, or for keys that are not valid. */
export const createKeyCredential =
  (deps: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { keys, ...client }: NewKeyCredential,
  ): Promise<{ readonly credentialId: string }> => {
    const checked = checkClientKeys(keys);
    const { kind } = checked;
    const credentialId = await addCredential(deps, tx, actor, { kind, ...client });
    const about = { account_id: actor.accountId, credential_id: credentialId };
    await insertClientKeys(tx, { ...about, ...toKeysRow(checked) });
    await recordCreation(deps, tx, actor, { ...client, credentialId, detail: { kind } });
    return { credentialId };
  };

interface NewRow {
  readonly kind: CredentialKind;
  readonly name: string;
  /** Undefined: the built-in provisioning identity. */
  readonly actsAsUserId?: string;
  readonly rights?: readonly string[] | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** @returns the id. @throws AppError `invalid-value`, `credential-inactive`. */
export async function addCredential(
  { clock, ids }: CredentialsDeps,
  tx: Tx,
  actor: Actor,
  { kind, name, actsAsUserId, rights, allowedNetworks }: NewRow,
): Promise<string> {
  const { accountId } = actor;
  requireName(name, 'name');
  if (actsAsUserId !== undefined) await requireActiveUser(tx, accountId, actsAsUserId);
  const id = `${await readAccountCode(tx, accountId)}-${ids.next()}`;
  await insertCredential(tx, {
    account_id: accountId,
    id,
    name,
    kind,
    acts_as_user_id: actsAsUserId ?? null,
    rights: storeRights(rights),
    allowed_networks: storeNetworks(allowedNetworks),
    version: 1,
    created_by: actor.userId ?? null,
    created_at: clock.now(),
  });
  return id;
}

export async function recordCreation(
  { audit }: CredentialsDeps,
  tx: Tx,
  actor: Actor,
  made: Omit<NewRow, 'kind'> & { readonly credentialId: string; readonly detail: JsonObject },
): Promise<void> {
  const { name, actsAsUserId, rights, allowedNetworks, detail } = made;
  await audit.append(tx, actor, {
    action: 'credential.create',
    targetType: 'Credential',
    targetId: made.credentialId,
    detail: {
      name,
      ...(actsAsUserId !== undefined && { actsAs: actsAsUserId }),
      ...(rights && { rights }),
      ...(allowedNetworks && { allowedNetworks }),
      ...detail,
    },
  });
}

export const expiryDetail = (expiresAt: number | undefined): JsonObject =>
  expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };

export async function addSecret(
  { clock, ids, random }: CredentialsDeps,
  tx: Tx,
  accountId: string,
  credentialId: string,
  { label, expiresInSeconds }: SecretOptions,
): Promise<NewSecret> {
  if (label !== undefined) requireName(label, 'label');
  const now = clock.now();
  const expiresAt = secretExpiry(now, expiresInSeconds);
  const { text, hash, hint } = makeSecret(random);
  const secretId = ids.next();
  await insertSecret(tx, {
    account_id: accountId,
    id: secretId,
    credential_id: credentialId,
    hash,
    hint,
    label: label ?? null,
    created_at: now,
    expires_at: expiresAt,
  });
  return { credentialId, secretId, clientSecret: text, expiresAt: expiresAt ?? undefined };
}

async function requireActiveUser(tx: Tx, accountId: string, id: string): Promise<void> {
  const at = 'actsAsUserId';
  const user = isStorable(id) ? await lockActingUser(tx, accountId, id) : undefined;
  if (!user)
    throw fail(
      'invalid-value',
      'There is no user with this id. Choose an existing user for the credential to act as.',
      { at, because: { reason: 'unknown-user' } },
    );
  if (user.active === 1) return;
  throw fail(
    'credential-inactive',
    'The user is not active, so no credential can act as this user. Activate the user or choose another one.',
    { at },
  );
}
