import { type RawBuilder, type Selectable, sql } from 'kysely';
import { namesakeIds } from '#db/collapsed.ts';
import type { Database, Reader } from '#db/database.ts';
import { isIn, withinDeadline } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { type Findings, isFound, selectFound } from '#search/index.ts';

/** Most members that are counted. */
const MOST_COUNTED = 1000;

const columns = [
  'id',
  'display_name',
  'display_name_key',
  'external_id',
  'origin',
  'version',
  'created_at',
  'updated_at',
] as const;

export type ListedGroupRow = Pick<Selectable<Tables['groups']>, (typeof columns)[number]>;

export interface GroupFilter {
  readonly accountId: string;
  readonly found: Findings | undefined;
  readonly origin: 'local' | 'provisioned' | undefined;
  /** True: only groups whose name another one has in another spelling. */
  readonly namesakes: boolean | undefined;
}

/** Returns groups in order of displayName, which is unique. */
export async function selectGroups(
  db: Database,
  { accountId, found, origin, namesakes }: GroupFilter,
  after: string | undefined,
  limit: number,
): Promise<readonly ListedGroupRow[]> {
  const query = selectFound(db.reader, found, 'groups', 'groups__display_name_key')
    .select(columns.map((name) => `groups.${name}` as const))
    .where('groups.account_id', '=', accountId)
    .where((eb) => isFound(db.reader, found, eb.ref('groups.id')))
    .$if(after !== undefined, (groups) => groups.where('groups.display_name_key', '>', after ?? ''))
    .orderBy('groups.display_name_key')
    .orderBy('groups.id')
    .limit(limit);
  if ([origin, found, namesakes].every((each) => each === undefined)) return await query.execute();
  return await db.scan<ListedGroupRow>(
    query
      .$if(origin !== undefined, (groups) => groups.where('groups.origin', '=', origin ?? 'local'))
      .$if(namesakes === true, (groups) =>
        groups.where('groups.id', 'in', namesakeIds(db.reader, 'groups', accountId)),
      )
      .where(withinDeadline(db.reader, sql.ref('groups.display_name'))),
  );
}

export async function selectGroup(
  db: Reader,
  accountId: string,
  id: string,
): Promise<ListedGroupRow | undefined> {
  return await db
    .selectFrom('groups')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the number of direct members by group id, counted up to 1,000. */
export async function countDirectMembers(
  db: Reader,
  accountId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('groups as g')
    .select(['g.id', countOf(accountId).as('members')])
    .where('g.account_id', '=', accountId)
    .where(isIn(db, sql.ref('g.id'), groupIds))
    .execute();
  return new Map(rows.map((row) => [row.id, Number(row.members)]));
}

const countOf = (accountId: string): RawBuilder<number | string> => sql<number | string>`(
  select count(*) from (
    select 1 from memberships m
    where m.account_id = ${accountId} and m.group_id = g.id
    limit ${MOST_COUNTED}
  ) counted
)`;

/** Counts the series that assign to a group, at most {@link MOST_COUNTED}. */
export async function countSeriesOf(
  db: Reader,
  accountId: string,
  groupId: string,
): Promise<number> {
  const found = await db
    .selectFrom('series')
    .select('id')
    .where('account_id', '=', accountId)
    .where('assignee_id', '=', groupId)
    .limit(MOST_COUNTED)
    .execute();
  return found.length;
}

export interface MemberRow {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly display: string;
}

/** Returns members in order of id. This is for admins, so break-glass users are included. */
export async function selectMembers(
  db: Reader,
  accountId: string,
  groupId: string,
  after: string,
  limit: number,
): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.member_id as id, m.member_type as type, coalesce(
      (select coalesce(u.display_name, u.user_name) from users u
        where u.account_id = m.account_id and u.id = m.member_id),
      (select g.display_name from groups g
        where g.account_id = m.account_id and g.id = m.member_id),
      '') as display
    from memberships m
    where m.account_id = ${accountId} and m.group_id = ${groupId} and m.member_id > ${after}
    order by m.member_id
    limit ${limit}
  `.execute(db);
  return rows;
}
