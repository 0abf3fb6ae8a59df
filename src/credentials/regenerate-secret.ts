import { fail } from '#kernel/errors.ts';
import type { Credentials, CredentialsDeps } from './contract.ts';
import { addSecret } from './create-credential.ts';
import {
  countLiveSecrets,
  expireSecrets,
  MAX_LIVE_SECRETS,
  revokeSecrets,
} from './credentials.store.ts';
import { findToChange } from './revoke-credential.ts';

/** 30 days, in seconds. */
const LONGEST_OVERLAP_S = 30 * 24 * 3600;

export const regenerateSecret =
  (deps: CredentialsDeps): Credentials['regenerate'] =>
  async (tx, actor, id, { overlapSeconds = 0 } = {}) => {
    const { accountId } = actor;
    const now = deps.clock.now();
    requireOverlap(overlapSeconds);
    const credential = await findToChange(tx, accountId, id);
    if (credential.revoked_at !== null) {
      throw fail(
        'credential-inactive',
        'The credential was revoked and stays so. Create a new one.',
      );
    }
    if (overlapSeconds === 0) await revokeSecrets(tx, accountId, id, now);
    else await expireSecrets(tx, accountId, id, now + overlapSeconds * 1000);
    if ((await countLiveSecrets(tx, accountId, id, now)) >= MAX_LIVE_SECRETS) {
      throw fail(
        'too-many-secrets',
        `The credential has ${MAX_LIVE_SECRETS} live secrets already. Revoke one, or regenerate without an overlap.`,
      );
    }
    const secret = await addSecret(deps, tx, accountId, id);
    await deps.audit.append(tx, actor, {
      action: 'credential.regenerate',
      targetType: 'Credential',
      targetId: id,
      detail: { overlapSeconds, secret: secret.secretId },
    });
    return secret;
  };

function requireOverlap(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_OVERLAP_S) return;
  throw fail(
    'invalid-value',
    `The overlap must be a whole number of seconds from 0 to ${LONGEST_OVERLAP_S} (30 days).`,
    { at: 'overlapSeconds' },
  );
}
