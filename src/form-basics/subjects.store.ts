import type { Reader } from '#db/database.ts';

/** Returns the display name of a user; undefined when there is no such user. */
export async function findUserLabel(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['display_name', 'user_name'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && (row.display_name ?? row.user_name);
}

export async function groupExists(db: Reader, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
