import { sql } from 'kysely';
import { keyOfName, nameKeys } from '#db/collapsed.ts';
import type { Database, Reader } from '#db/database.ts';
import type { AssignableUserRow, AssigneeStart } from './assignee.store.ts';
import type { UserFilter } from './user-filter.ts';

// A filter on `active` alone reads many rows, so both queries are scans with a deadline.

/** Returns the users that a filter matches, by id. */
export function listFilteredUsers(
  db: Database,
  accountId: string,
  filter: UserFilter,
  start: AssigneeStart,
  limit: number,
): Promise<readonly AssignableUserRow[]> {
  const all = matching(db.reader, accountId, filter)
    .select(['u.id', 'u.user_name', 'u.active', 'u.attributes'])
    .orderBy('u.id')
    .limit(limit);
  return db.scan<AssignableUserRow>(
    'after' in start ? all.where('u.id', '>', start.after) : all.offset(start.offset),
  );
}

export async function countFilteredUsers(
  db: Database,
  accountId: string,
  filter: UserFilter,
): Promise<number> {
  const [row] = await db.scan<{ readonly total: number | string }>(
    matching(db.reader, accountId, filter).select((eb) =>
      eb.fn.countAll<number | string>().as('total'),
    ),
  );
  return Number(row?.total ?? 0);
}

function matching(db: Reader, accountId: string, { userName, email, active }: UserFilter) {
  let query = db.selectFrom('users as u').where('u.account_id', '=', accountId);
  if (userName !== undefined) {
    const named = keyOfName(db, 'users', sql`${accountId}`, nameKeys(userName));
    query = query.where('u.user_name_key', '=', named);
  }
  if (active !== undefined) query = query.where('u.active', '=', active ? 1 : 0);
  if (email === undefined) return query;
  return query.where(
    'u.id',
    'in',
    sql<string>`(select v.user_id from user_values v where v.account_id = ${accountId}
      and v.attribute = 'emails' and v.value_key = ${email})`,
  );
}
