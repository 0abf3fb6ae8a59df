import type { Reader } from '#db/database.ts';

/** Returns the active admins of an account, at most `limit`. */
export async function selectAdmins(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'admin')
    .where('active', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
