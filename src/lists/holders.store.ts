import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { ListGrant } from './list.ts';

/** Returns the rights that are given to a user, group or role that is not in the account. */
export async function unknownHolders(
  db: Reader,
  accountId: string,
  grants: readonly ListGrant[],
): Promise<readonly ListGrant[]> {
  const idsOf = (type: ListGrant['type']) =>
    grants.filter((grant) => grant.type === type).map(({ id }) => id);
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), idsOf('User')))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), idsOf('Group')))
    .execute();
  const known = {
    User: new Set(users.map(({ id }) => id)),
    Group: new Set(groups.map(({ id }) => id)),
    Role: new Set(['everyone', 'designers']),
  };
  return grants.filter(({ type, id }) => !known[type].has(id));
}
