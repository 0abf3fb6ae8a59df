import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { creatorName, isLinkId } from './link-id.ts';

/** Returns the names of the links among these ids, as they stand where names of users stand. */
export async function linkNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter(isLinkId);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('public_links')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), wanted))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, creatorName(name)]));
}
