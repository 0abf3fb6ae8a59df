import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { addCredential, expiryDetail, recordCreation } from './create-credential.ts';
import { insertSecret, readAccountCode } from './credentials.store.ts';
import { makeProvisioningToken } from './provisioning-token.ts';
import type { CredentialsDeps, NewProvisioning, NewProvisioningToken } from './records.ts';
import { findToRenew, makeRoom } from './regenerate-secret.ts';
import { provisioningExpiry, requireName } from './secret-options.ts';

/** The old token stays valid while the identity provider is given the new one. */
const MAX_LIVE_TOKENS = 2;

/** Creates a token for an identity provider, which can hold only one. @throws AppError `invalid-value`. */
export const createProvisioning =
  (deps: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { name, allowedNetworks, ...token }: NewProvisioning,
  ): Promise<NewProvisioningToken> => {
    const row = { name, rights: ['scim'], allowedNetworks };
    const kind = 'provisioning-token';
    const credentialId = await addCredential(deps, tx, actor, { kind, ...row });
    const made = await addToken(deps, tx, { accountId: actor.accountId, credentialId }, token);
    const detail = { kind, secret: made.secretId, ...expiryDetail(made.expiresAt) };
    await recordCreation(deps, tx, actor, { ...row, credentialId, detail });
    return made;
  };

/**
 * Makes a new provisioning token for a credential, which can have two live ones. @throws AppError as regenerateSecret.
 */
export const rotateProvisioning =
  (deps: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    id: string,
    {
      overlapSeconds = 0,
      ...token
    }: Pick<NewProvisioning, 'label' | 'expiresInSeconds'> & {
      readonly overlapSeconds?: number | undefined;
    },
  ): Promise<NewProvisioningToken> => {
    await findToRenew(tx, actor.accountId, id, 'provisioning-token');
    const credential = { accountId: actor.accountId, credentialId: id };
    const ended = await makeRoom(tx, credential, deps.clock.now(), {
      overlapSeconds,
      maxLive: MAX_LIVE_TOKENS,
    });
    const made = await addToken(deps, tx, credential, token);
    await deps.audit.append(tx, actor, {
      action: 'credential.regenerate',
      targetType: 'Credential',
      targetId: id,
      detail: { overlapSeconds, secret: made.secretId, ...expiryDetail(made.expiresAt), ...ended },
    });
    return made;
  };

async function addToken(
  { clock, ids, random }: CredentialsDeps,
  tx: Tx,
  { accountId, credentialId }: { readonly accountId: string; readonly credentialId: string },
  { label, expiresInSeconds }: Pick<NewProvisioning, 'label' | 'expiresInSeconds'>,
): Promise<NewProvisioningToken> {
  if (label !== undefined) requireName(label, 'label');
  const now = clock.now();
  const expiresAt = provisioningExpiry(now, expiresInSeconds);
  const code = await readAccountCode(tx, accountId);
  const { text, hash, hint } = makeProvisioningToken(random, code);
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
  return { credentialId, secretId, provisioningToken: text, expiresAt };
}
