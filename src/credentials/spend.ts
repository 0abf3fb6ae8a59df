import { hash } from 'node:crypto';
import type { Credentials, CredentialsDeps } from './contract.ts';
import { deleteSpent, insertRevokedToken, insertUsedAssertion } from './spent.store.ts';

/** Another node's clock may be behind: what is over is kept a while longer. */
const KEEP_MS = 10 * 60_000;

export const useAssertion: Credentials['useAssertion'] = (db, client, { jti, expiresAt }) => {
  const { accountId, credentialId } = client;
  const jtiHash = hash('sha256', jti, 'base64url');
  return insertUsedAssertion(db, { accountId, credentialId, jtiHash, expiresAt });
};

export const revokeToken =
  ({ audit }: CredentialsDeps): Credentials['revokeToken'] =>
  async (tx, actor, { accountId, tokenId, expiresAt }) => {
    const token = { accountId, tokenId, expiresAt: expiresAt * 1000 };
    const isNew = await insertRevokedToken(tx, token);
    if (!isNew) return false;
    const about = { targetType: 'Token', targetId: tokenId };
    await audit.append(tx, actor, { action: 'token.revoke', ...about });
    return true;
  };

export const purge =
  ({ clock }: CredentialsDeps): Credentials['purge'] =>
  (db) =>
    deleteSpent(db, clock.now() - KEEP_MS);
