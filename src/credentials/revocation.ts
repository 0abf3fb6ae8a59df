import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { lockCredential, revokeCredentialRow, revokeOneSecret } from './credentials.store.ts';
import { endWhatItOpened } from './end-sessions.store.ts';
import type { CredentialsDeps } from './records.ts';

/** Ends the credential and every token it got, for good. @throws AppError `not-found`. */
export const revokeCredential =
  ({ clock, audit }: CredentialsDeps) =>
  async (tx: Tx, actor: Actor, id: string): Promise<void> => {
    const credential = await findToChange(tx, actor.accountId, id);
    if (credential.revoked_at !== null) return;
    await revokeCredentialRow(tx, actor.accountId, id, clock.now());
    const detail = await endWhatItOpened(tx, actor.accountId, id);
    await audit.append(tx, actor, {
      action: 'credential.revoke',
      targetType: 'Credential',
      targetId: id,
      detail,
    });
  };

/** Ends one secret and every token it got. @throws AppError `not-found`. */
export const revokeSecret =
  ({ clock, audit }: CredentialsDeps) =>
  async (tx: Tx, actor: Actor, id: string, secretId: string): Promise<void> => {
    await findToChange(tx, actor.accountId, id);
    if (!isStorable(secretId)) throw unknown('secret');
    const ids = { credentialId: id, secretId };
    if (!(await revokeOneSecret(tx, actor.accountId, ids, clock.now()))) throw unknown('secret');
    const ended = await endWhatItOpened(tx, actor.accountId, id);
    await audit.append(tx, actor, {
      action: 'credential.revoke-secret',
      targetType: 'Credential',
      targetId: id,
      detail: { secret: secretId, ...ended },
    });
  };

/** The credential, locked. @throws AppError `not-found`. */
export async function findToChange(tx: Tx, accountId: string, id: string) {
  const row = isStorable(id) ? await lockCredential(tx, accountId, id) : undefined;
  if (!row) throw unknown('credential');
  return row;
}

function unknown(what: string): AppError {
  return fail('not-found', `There is no ${what} with this id.`);
}
