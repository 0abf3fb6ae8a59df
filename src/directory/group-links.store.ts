import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { engineOf, textRows } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { GroupLink } from './records.ts';

/**
 * A scalar subquery: the groups of one user, nested ones included, as a JSON array of
 * `[id, displayName, direct 0|1]` in order of id.
 * Parameters: account, user, account, account.
 */
export function groupLinksJson(db: Reader): RawBuilder<string> {
  const link = sql`l.id, g.display_name, l.direct`;
  const json =
    engineOf(db) === 'postgres'
      ? sql`coalesce(json_agg(json_build_array(${link}) order by l.id), '[]')::text`
      : sql`json_group_array(json_array(${link}) order by l.id)`;
  return sql<string>`(
    with recursive up(id, direct) as (
      select group_id, 1 from memberships where account_id = ${''} and member_id = ${''}
      union
      select m.group_id, 0 from up
        cross join memberships m where m.account_id = ${''} and m.member_id = up.id
    )
    select ${json} from (select id, max(direct) as direct from up group by id) l
      cross join groups g where g.account_id = ${''} and g.id = l.id
  )`;
}

export function parseGroupLinks(json: string): readonly GroupLink[] {
  if (json === '[]') return [];
  const links: readonly (readonly [string, string, number])[] = JSON.parse(json);
  return links.map(([id, displayName, direct]) => ({ id, displayName, direct: direct === 1 }));
}

/** By user id, each list in order of group id. */
export async function readGroupLinks(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupLink[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: string; id: string; display_name: string; direct: number }>`
    with recursive up(user_id, id, direct) as (
      select m.member_id, m.group_id, 1 from ${textRows(db, userIds, 'asked')}
        cross join memberships m where m.account_id = ${accountId} and m.member_id = asked.value
      union
      select up.user_id, m.group_id, 0 from up
        cross join memberships m where m.account_id = ${accountId} and m.member_id = up.id
    )
    select l.user_id, l.id, g.display_name, l.direct
      from (select user_id, id, max(direct) as direct from up group by user_id, id) l
      cross join groups g where g.account_id = ${accountId} and g.id = l.id
      order by l.user_id, l.id
  `.execute(db);
  const links = new Map<string, GroupLink[]>();
  for (const { user_id, id, display_name, direct } of rows) {
    const link = { id, displayName: display_name, direct: direct === 1 };
    const list = links.get(user_id);
    if (list) list.push(link);
    else links.set(user_id, [link]);
  }
  return links;
}

const idsAbove = precompile<{ id: string }>((db) => ({
  compile: () =>
    sql<{ id: string }>`
      with recursive up(id) as (
        select group_id from memberships where account_id = ${''} and member_id = ${''}
        union
        select m.group_id from up
          cross join memberships m where m.account_id = ${''} and m.member_id = up.id
      )
      select id from up order by id
    `.compile(db),
}));

/** The ids of all groups that a user or a group is in, nested ones included, in order. */
export async function groupIdsOf(
  db: Reader,
  accountId: string,
  memberId: string,
): Promise<readonly string[]> {
  const rows = await idsAbove(db, [accountId, memberId, accountId]);
  return rows.map(({ id }) => id);
}
