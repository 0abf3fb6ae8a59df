import type { Tx } from '#db/database.ts';

/** Says whether the user is there and an admin, active or not. */
export async function isAdmin(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('role')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return user?.role === 'admin';
}

/** Says whether the account has an active admin beside this user. */
export async function hasOtherActiveAdmin(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'admin')
    .where('active', '=', 1)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
