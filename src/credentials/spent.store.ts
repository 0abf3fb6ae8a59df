import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';

interface UsedAssertion {
  readonly accountId: string;
  readonly credentialId: string;
  readonly jtiHash: string;
  readonly expiresAt: number;
}

/** @returns false when it was stored before. */
export async function insertUsedAssertion(db: Reader, used: UsedAssertion): Promise<boolean> {
  const row = await db
    .insertInto('used_assertions')
    .values({
      account_id: used.accountId,
      credential_id: used.credentialId,
      jti_hash: used.jtiHash,
      expires_at: used.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when it was stored before. */
export async function insertRevokedToken(
  db: Reader,
  token: { readonly accountId: string; readonly tokenId: string; readonly expiresAt: number },
): Promise<boolean> {
  const row = await db
    .insertInto('revoked_tokens')
    .values({ account_id: token.accountId, jti: token.tokenId, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes everything that expired before `before`. */
export async function deleteSpent(db: Reader, before: number): Promise<void> {
  const where = sql<boolean>`expires_at < ${before}`;
  await deleteOldRows(db, [
    { table: 'revoked_tokens', key: ['account_id', 'jti'], where },
    { table: 'used_assertions', key: ['account_id', 'credential_id', 'jti_hash'], where },
  ]);
}
