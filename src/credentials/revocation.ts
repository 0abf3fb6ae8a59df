import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { revokeCredentialRow, revokeOneSecret } from './credentials.store.ts';
import { endSessionsOpenedBy } from './end-sessions.store.ts';
import { findToChange } from './find-to-change.ts';
import type { CredentialsDeps } from './records.ts';

/** Ends the credential and every token that it got, for good. @throws AppError `not-found` */
export const endCredential =
  ({ clock, audit }: CredentialsDeps) =>
  async (tx: Tx, actor: Actor, id: string): Promise<void> => {
    const credential = await findToChange(tx, actor.accountId, id);
    if (credential.revoked_at !== null) return;
    await revokeCredentialRow(tx, actor.accountId, id, clock.now());
    const detail = await endSessionsOpenedBy(tx, actor.accountId, id);
    await audit.append(tx, actor, {
      action: 'credential.revoke',
      targetType: 'Credential',
      targetId: id,
      detail,
    });
  };

/** Ends one secret and every token that it got. @throws AppError `not-found` */
export const endSecret =
  ({ clock, audit }: CredentialsDeps) =>
  async (tx: Tx, actor: Actor, id: string, secretId: string): Promise<void> => {
    await findToChange(tx, actor.accountId, id);
    const ids = { credentialId: id, secretId };
    const isRevoked =
      isStorable(secretId) && (await revokeOneSecret(tx, actor.accountId, ids, clock.now()));
    if (!isRevoked) throw fail('not-found', 'There is no secret with this id.');
    const ended = await endSessionsOpenedBy(tx, actor.accountId, id);
    await audit.append(tx, actor, {
      action: 'credential.revoke-secret',
      targetType: 'Credential',
      targetId: id,
      detail: { secret: secretId, ...ended },
    });
  };
