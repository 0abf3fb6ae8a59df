import type { CredentialKind } from '#db/credential-tables.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { addSecret, expiryDetail } from './create-credential.ts';
import {
  countLiveSecrets,
  expireSecrets,
  MAX_LIVE_SECRETS,
  revokeSecrets,
} from './credentials.store.ts';
import { endSessionsOpenedBy } from './end-sessions.store.ts';
import { findToChange } from './find-to-change.ts';
import type { CredentialsDeps, NewSecret } from './records.ts';
import type { SecretOptions } from './secret-options.ts';
import { requireOverlap } from './secret-options.ts';

/**
 * Makes a new secret. Without an overlap the old secrets, and every token that they got, end now; with one, they stay
 * valid for the given number of seconds, and their tokens run out by themselves.
 * @throws AppError `not-found`, `credential-inactive`, `credential-kind`, `too-many-secrets`,
 * `invalid-value`.
 */
export const regenerateSecret =
  (deps: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    id: string,
    {
      overlapSeconds = 0,
      ...secret
    }: SecretOptions & { readonly overlapSeconds?: number | undefined } = {},
  ): Promise<NewSecret> => {
    const { accountId } = actor;
    await findToRenew(tx, accountId, id, 'client-secret');
    const credential = { accountId, credentialId: id };
    const ended = await makeRoom(tx, credential, deps.clock.now(), {
      overlapSeconds,
      maxLive: MAX_LIVE_SECRETS,
    });
    const made = await addSecret(deps, tx, accountId, id, secret);
    await deps.audit.append(tx, actor, {
      action: 'credential.regenerate',
      targetType: 'Credential',
      targetId: id,
      detail: { overlapSeconds, secret: made.secretId, ...expiryDetail(made.expiresAt), ...ended },
    });
    return made;
  };

const WHAT_IT_HAS: Readonly<Record<CredentialKind, string>> = {
  'client-secret': 'client secrets',
  'private-key-jwt': 'keys of its own',
  'federated-identity': 'the keys of an issuer',
  'provisioning-token': 'provisioning tokens',
};

/** @throws AppError `not-found`, `credential-inactive`, `credential-kind`. */
export async function findToRenew(
  tx: Tx,
  accountId: string,
  id: string,
  kind: 'client-secret' | 'provisioning-token',
): Promise<void> {
  const credential = await findToChange(tx, accountId, id);
  if (credential.revoked_at !== null) {
    throw fail(
      'credential-inactive',
      'The credential was revoked, which cannot be undone. Create a new one.',
    );
  }
  if (credential.kind === kind) return;
  throw fail(
    'credential-kind',
    `This credential authenticates with ${WHAT_IT_HAS[credential.kind]}, not with ${WHAT_IT_HAS[kind]}.`,
  );
}

/**
 * Ends the live secrets: after the overlap, or at once, together with the tokens that they may have got.
 * @returns the detail of the audit event for that
 * @throws AppError `invalid-value`, `too-many-secrets`
 */
export async function makeRoom(
  tx: Tx,
  { accountId, credentialId }: { readonly accountId: string; readonly credentialId: string },
  now: number,
  { overlapSeconds, maxLive }: { readonly overlapSeconds: number; readonly maxLive: number },
): Promise<JsonObject> {
  requireOverlap(overlapSeconds);
  if (overlapSeconds === 0) {
    await revokeSecrets(tx, accountId, credentialId, now);
    return endSessionsOpenedBy(tx, accountId, credentialId);
  }
  await expireSecrets(tx, accountId, credentialId, now + overlapSeconds * 1000);
  if ((await countLiveSecrets(tx, accountId, credentialId, now)) < maxLive) return {};
  throw fail(
    'too-many-secrets',
    `The credential already has ${counted(maxLive, 'valid secret')}. Revoke one, or create the new one without an overlap.`,
    { extra: { limit: maxLive } },
  );
}
