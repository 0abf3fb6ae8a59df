import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { findManagers } from './managers.store.ts';

/** Returns those of the users who are active. */
export async function activeAmong(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), userIds))
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the manager of a user, active or not; undefined without one, and where it is not certain. */
export async function managerOf(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('manager_id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  const text = user?.manager_id;
  if (text === null || text === undefined) return undefined;
  return (await findManagers(db, accountId, [text])).get(text)?.id;
}
