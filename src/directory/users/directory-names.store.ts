import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { formerNames } from './former-users.store.ts';

/** Returns the names of users and groups by id. A deleted user has a name until they are erased. */
export async function readDirectoryNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce('display_name', 'user_name').as('name')])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  const names = new Map([...users, ...groups].map(({ id, name }) => [id, name]));
  const others = ids.filter((id) => !names.has(id));
  return new Map([...names, ...(await formerNames(db, accountId, others))]);
}
