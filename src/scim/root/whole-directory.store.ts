import type { Reader } from '#db/database.ts';
import { type GroupRow, groupColumns } from '#directory/index.ts';

const PAGE = 500;

/** Yields the ids of all users that SCIM shows, a page at a time. */
export async function* pagesOfUsers(
  db: Reader,
  accountId: string,
): AsyncGenerator<readonly string[]> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '>', last)
      .where('protected', '=', 0)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end.id;
  }
}

/** Yields all groups of an account, a page at a time. */
export async function* pagesOfGroups(
  db: Reader,
  accountId: string,
): AsyncGenerator<readonly GroupRow[]> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('groups')
      .select(groupColumns)
      .where('account_id', '=', accountId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end.id;
  }
}
