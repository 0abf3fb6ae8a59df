import type { Credentials, CredentialsDeps } from './contract.ts';
import { markExposed, revokeOneSecret } from './credentials.store.ts';

/** The first time is what is kept. */
export const exposeSecret =
  ({ clock, audit }: CredentialsDeps): Credentials['exposeSecret'] =>
  async (tx, actor, { revoke, ...ids }) => {
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
