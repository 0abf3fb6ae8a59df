import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';

/**
 * Keeps a user from being deleted until the transaction ends: whoever is about to store what names the user asks first.
 * @returns false when there is no such user any more.
 */
export async function holdUser(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    // As the foreign key would, which answers with an error of its own. BEGIN IMMEDIATE is the lock on SQLite.
    .$if(engineOf(tx) === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  return row !== undefined;
}
