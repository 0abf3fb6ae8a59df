import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { throughIndex, withinDeadline } from '#db/dialect.ts';

/** The most users of one externalId that a list shows. */
const MOST_SHOWN = 5;

/** One of several active users with the same externalId. */
export interface DuplicateRow {
  readonly external_id: string;
  /** The number of active users with the externalId. */
  readonly users: number | string;
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string | null;
}

/**
 * Returns externalIds that several active users have, in order, each with its first users.
 * @param after the last externalId of the previous page
 * @throws AppError `query-too-slow`
 */
export async function selectDuplicates(
  db: Database,
  accountId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly DuplicateRow[]> {
  const { reader } = db;
  const from = (alias: string) =>
    throughIndex(reader, 'users', alias, 'users_active_by_external_id');
  const query = sql<DuplicateRow>`
    with d as (
      select u.external_id, count(*) as users from ${from('u')}
      where u.account_id = ${accountId} and u.scim_active = 1 and u.external_id > ${after}
        and ${withinDeadline(reader, sql.ref('u.external_id'))}
      group by u.external_id having count(*) > 1
      order by u.external_id limit ${limit}
    ), n as (
      select d.external_id, d.users, u.id,
        row_number() over (partition by d.external_id order by u.id) as place
      from d cross join ${from('u')}
      where u.account_id = ${accountId} and u.scim_active = 1 and u.external_id = d.external_id
        and ${withinDeadline(reader, sql.ref('u.external_id'))}
    )
    select n.external_id, n.users, n.id, u.user_name, u.display_name
    from n cross join users u
    where n.place <= ${sql.lit(MOST_SHOWN)} and u.account_id = ${accountId} and u.id = n.id
    order by n.external_id, n.id`;
  return await db.scan<DuplicateRow>({ compile: () => query.compile(reader) });
}
