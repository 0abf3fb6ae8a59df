import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { markExposed, revokeOneSecret } from './credentials.store.ts';
import { endSessionsOpenedBy } from './end-sessions.store.ts';
import type { CredentialsDeps } from './records.ts';

/**
 * Records that others could read a secret; the first exposure stays. `revoke` ends it, every token that it got and what
 * these may have opened.
 */
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
    const isRevoked = revoke && (await revokeOneSecret(tx, actor.accountId, ids, now));
    const ended = isRevoked
      ? await endSessionsOpenedBy(tx, actor.accountId, ids.credentialId)
      : undefined;
    await audit.append(tx, actor, {
      action: 'credential.expose-secret',
      targetType: 'Credential',
      targetId: ids.credentialId,
      detail: { secret: ids.secretId, revoked: revoke, ...ended },
    });
  };
