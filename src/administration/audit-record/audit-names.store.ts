import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { readDirectoryNames } from '#directory/index.ts';
import { linkNames } from '#form-basics/index.ts';

/**
 * Returns the names of users, groups, credentials and public links by id. A deleted user has a name until they are
 * erased.
 */
export async function selectNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const credentials = await db
    .selectFrom('credentials')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  return new Map([
    ...(await readDirectoryNames(db, accountId, wanted)),
    ...credentials.map(({ id, name }) => [id, name] as const),
    ...(await linkNames(db, accountId, wanted)),
  ]);
}
