import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { formerNames } from '#directory/index.ts';
import { isLinkId } from './public-links/link-id.ts';
import { linkNames } from './public-links/link-names.store.ts';

/** Returns names of users, groups, templates and public links by id. Of deleted objects, only users not yet erased have one. */
export async function readNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const users = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'display_name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const templates = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  const links = await linkNames(db, accountId, wanted);
  const gone = wanted.filter((id) => !isLinkId(id) && !users.some((user) => user.id === id));
  return new Map([
    ...(await formerNames(db, accountId, gone)),
    ...users.map((row) => [row.id, row.display_name ?? row.user_name] as const),
    ...groups.map((row) => [row.id, row.display_name] as const),
    ...templates.map((row) => [row.id, row.name] as const),
    ...links,
  ]);
}
