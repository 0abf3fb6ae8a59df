import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { markExposed, revokeOneSecret } from './credentials.store.ts';
import type { CredentialsDeps } from './records.ts';

/** Records that others could read a secret; the first exposure stays. `revoke` ends it and every token that it got. */
export const exposeSecret =
  ({ clock, audit }: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    {
      revoke,
      ...ids
    }: { readonly credentialId: string; readonly secretId: string; readonly revoke: boolean },
  ): Promise<void> => {
    const now = clock.now();
    await markExposed(tx, actor.accountId, ids, now);
    if (revoke) await revokeOneSecret(tx, actor.accountId, ids, now);
    await audit.append(tx, actor, {
      action: 'credential.expose-secret',
      targetType: 'Credential',
      targetId: ids.credentialId,
      detail: { secret: ids.secretId, revoked: revoke },
    });
  };
