import type { Reader } from '#db/database.ts';
import { type Role, type UserRow, userColumns } from '#directory/index.ts';

/** Lists a page of users in order of id, which is the order of their creation. */
export function selectUserPage(
  db: Reader,
  accountId: string,
  page: { readonly after: string; readonly limit: number; readonly role: Role | undefined },
): Promise<UserRow[]> {
  const query = db
    .selectFrom('users')
    .select(userColumns)
    .where('account_id', '=', accountId)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit);
  return (page.role === undefined ? query : query.where('role', '=', page.role)).execute();
}
