import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { formerNames } from '#directory/index.ts';
import { linkNames } from '#forms/index.ts';

/** Returns the names of users, groups, credentials and public links by id. Deleted users are included until they are erased. */
export async function selectNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce('display_name', 'user_name').as('name')])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const credentials = await db
    .selectFrom('credentials')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const links = await linkNames(db, accountId, wanted);
  const gone = wanted.filter((id) => !links.has(id) && !users.some((user) => user.id === id));
  return new Map([
    ...(await formerNames(db, accountId, gone)),
    ...links,
    ...[...users, ...groups, ...credentials].map(({ id, name }) => [id, name] as const),
  ]);
}
