import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { readDirectoryNames } from '#directory/index.ts';
import { isLinkId } from './link-id.ts';
import { linkNames } from './link-names.store.ts';

/**
 * Returns the names of users, groups, templates and public links by id. A deleted user has a name until they are
 * erased.
 */
export async function readNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const others = wanted.filter((id) => !isLinkId(id));
  const templates = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), others))
    .execute();
  return new Map([
    ...(await readDirectoryNames(db, accountId, others)),
    ...templates.map(({ id, name }) => [id, name] as const),
    ...(await linkNames(db, accountId, wanted)),
  ]);
}
