import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { GroupLink } from '#directory/rows/records.ts';

/**
 * Builds a scalar subquery: the groups of the user `u` of the outer query, nested ones included, as a JSON array of
 * `[id, displayName, direct 0|1]` in no order. Most users are in no group that is itself in a group: for them the
 * recursion is not started.
 */
export function groupLinksJson(db: Reader): RawBuilder<string> {
  const isPostgres = engineOf(db) === 'postgres';
  const json = (direct: RawBuilder<unknown>): RawBuilder<unknown> =>
    isPostgres
      ? sql`coalesce(json_agg(json_build_array(g.id, g.display_name, ${direct})), '[]')::text`
      : sql`json_group_array(json_array(g.id, g.display_name, ${direct}))`;
  return sql<string>`case when exists (
    select 1 from memberships d cross join memberships n
      where d.account_id = u.account_id and d.member_id = u.id
        and n.account_id = u.account_id and n.member_id = d.group_id
  ) then (
    with recursive up(id, direct) as (
      select group_id, 1 from memberships where account_id = u.account_id and member_id = u.id
      union
      select m.group_id, 0 from up
        cross join memberships m where m.account_id = u.account_id and m.member_id = up.id
    )
    select ${json(sql`l.direct`)} from (select id, max(direct) as direct from up group by id) l
      cross join groups g where g.account_id = u.account_id and g.id = l.id
  ) else (
    select ${json(sql`1`)} from memberships d
      cross join groups g where d.account_id = u.account_id and d.member_id = u.id
        and g.account_id = u.account_id and g.id = d.group_id
  ) end`;
}

/** Parses the array of {@link groupLinksJson}. @returns the groups in order of id. */
export function parseGroupLinks(json: string): readonly GroupLink[] {
  if (json === '[]') return [];
  const links: readonly (readonly [string, string, number])[] = JSON.parse(json);
  return links
    .map(([id, displayName, direct]) => ({ id, displayName, direct: direct === 1 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Returns groups by user id, each list in order of group id. It goes up level by level, so that each query finds its
 * rows by index whatever the number of memberships; a recursive query over many users makes PostgreSQL read them all.
 */
export async function readGroupLinks(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupLink[]>> {
  const parents = new Map<string, readonly string[]>();
  for (let level = [...new Set(userIds)]; level.length > 0; ) {
    const found = await readParents(db, accountId, level);
    for (const [member, groups] of found) parents.set(member, groups);
    level = [...new Set([...found.values()].flat())].filter((id) => !parents.has(id));
  }
  const names = await readGroupNames(db, accountId, [...new Set([...parents.values()].flat())]);
  const links = new Map<string, readonly GroupLink[]>();
  for (const id of userIds) {
    const direct = new Set(parents.get(id));
    if (direct.size === 0) continue;
    const all = [...ancestors(parents, id)].sort();
    links.set(
      id,
      all.flatMap((group) => {
        const displayName = names.get(group);
        return displayName === undefined
          ? []
          : [{ id: group, displayName, direct: direct.has(group) }];
      }),
    );
  }
  return links;
}

function ancestors(
  parents: ReadonlyMap<string, readonly string[]>,
  id: string,
): ReadonlySet<string> {
  const found = new Set(parents.get(id));
  // The loop also visits the elements that it adds to the set.
  for (const group of found) for (const above of parents.get(group) ?? []) found.add(above);
  return found;
}

async function readParents(
  db: Reader,
  accountId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('memberships')
    .select(['member_id', 'group_id'])
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db, eb.ref('member_id'), memberIds))
    .execute();
  const parents = new Map<string, string[]>(memberIds.map((id) => [id, []]));
  for (const { member_id, group_id } of rows) parents.get(member_id)?.push(group_id);
  return parents;
}

async function readGroupNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

interface MemberKey {
  readonly accountId: string;
  readonly memberId: string;
}

const idsAbove = precompile<{ id: string }, MemberKey>((db, { accountId, memberId }) => ({
  compile: () =>
    sql<{ id: string }>`
      with recursive up(id) as (
        select group_id from memberships where account_id = ${accountId} and member_id = ${memberId}
        union
        select m.group_id from up
          cross join memberships m where m.account_id = ${accountId} and m.member_id = up.id
      )
      select id from up order by id
    `.compile(db),
}));

/** Returns the ids of all groups that contain a user or a group, nested ones included, in order. */
export async function groupIdsOf(
  db: Reader,
  accountId: string,
  memberId: string,
): Promise<readonly string[]> {
  const rows = await idsAbove(db, { accountId, memberId });
  return rows.map(({ id }) => id);
}

/** Returns the ids of all users and groups in any of the groups, nested ones included, in order. */
export async function memberIdsOf(
  db: Reader,
  accountId: string,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down(id) as (
      select member_id from memberships
        where account_id = ${accountId} and ${isIn(db, sql.ref('group_id'), groupIds)}
      union
      select m.member_id from down
        cross join memberships m where m.account_id = ${accountId} and m.group_id = down.id
    )
    select id from down order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}
