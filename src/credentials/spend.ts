import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { TokenClaims } from '#tokens/tokens.ts';
import type { CredentialsDeps } from './records.ts';
import { deleteSpent, insertRevokedToken, insertUsedAssertion } from './spent.store.ts';

/** Expired entries are kept a while longer, because another node's clock may be behind. */
const KEEP_MS = 10 * 60_000;

/** Records the use of an assertion. @returns false when the client used one with this jti before, on any node. */
export const useAssertion = (
  db: Reader,
  client: { readonly accountId: string; readonly credentialId: string },
  { jti, expiresAt }: { readonly jti: string; readonly expiresAt: number },
): Promise<boolean> => {
  const { accountId, credentialId } = client;
  const jtiHash = hash('sha256', jti, 'base64url');
  return insertUsedAssertion(db, { accountId, credentialId, jtiHash, expiresAt });
};

/** Ends one access token. @returns false when it was ended before. */
export const endToken =
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

/** Deletes revoked tokens and used assertions that have expired. */
export const purgeSpent =
  ({ clock }: CredentialsDeps) =>
  (db: Reader): Promise<void> =>
    deleteSpent(db, clock.now() - KEEP_MS);
