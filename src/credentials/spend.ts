import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { TokenClaims } from '#tokens/tokens.ts';
import type { CredentialsDeps } from './records.ts';
import { deleteSpent, insertRevokedToken, insertUsedAssertion } from './spent.store.ts';

/** Another node's clock may be behind: what is over is kept a while longer. */
const KEEP_MS = 10 * 60_000;

/** @returns false when the client used an assertion of this jti before, on whatever node. */
export const useAssertion = (
  db: Reader,
  client: { readonly accountId: string; readonly credentialId: string },
  { jti, expiresAt }: { readonly jti: string; readonly expiresAt: number },
): Promise<boolean> => {
  const { accountId, credentialId } = client;
  const jtiHash = hash('sha256', jti, 'base64url');
  return insertUsedAssertion(db, { accountId, credentialId, jtiHash, expiresAt });
};

/**
 * Ends one access token. @returns false when it was ended before.
 */
export const revokeToken =
  ({ audit }: CredentialsDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { accountId, tokenId, expiresAt }: TokenClaims,
  ): Promise<boolean> => {
    const token = { accountId, tokenId, expiresAt: expiresAt * 1000 };
    const isNew = await insertRevokedToken(tx, token);
    if (!isNew) return false;
    const about = { targetType: 'Token', targetId: tokenId };
    await audit.append(tx, actor, { action: 'token.revoke', ...about });
    return true;
  };

/** Forgets revoked tokens and used assertions that are over by themselves. */
export const purge =
  ({ clock }: CredentialsDeps) =>
  (db: Reader): Promise<void> =>
    deleteSpent(db, clock.now() - KEEP_MS);
