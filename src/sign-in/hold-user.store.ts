import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';

/**
 * Locks a user, so that they can't be deleted until the transaction ends. Call it before you store a row that refers to
 * the user.
 * @returns false when the user no longer exists.
 */
export async function holdUser(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    // The lock that the foreign key would take, but that fails with its own error. On SQLite, BEGIN IMMEDIATE locks.
    .$if(engineOf(tx) === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  return row !== undefined;
}
