import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

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

/** Returns the display names of those of the users who are active, by id. */
export async function findActiveUsers(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'user_name'])
    .where('account_id', '=', accountId)
    .where('active', '=', 1)
    .where(isIn(db, sql.ref('id'), ids))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, row.display_name ?? row.user_name]));
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
