import { type Compilable, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { isIn, withinDeadline } from '#db/dialect.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import { fold } from '#kernel/text.ts';
import { type Findings, find, isFound, selectFound, termsOf } from '#search/index.ts';

/** A person whom an answer can name. */
interface Person {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string | null;
  readonly key: string;
}

interface PeopleSearch {
  readonly q: string;
  /** Only members of this group, nested ones included; undefined: all people. */
  readonly group: string | undefined;
  readonly limit: number;
}

/** Members of a group that are looked up one by one; of larger groups, people are found by words first. */
const MOST_MEMBERS = 4000;

/** Users by what they are shown as, with the indexes in that order. */
const PEOPLE_BY = {
  display_name_key: 'users_by_display_name_key_id',
  user_name_key: 'users_unnamed_by_name',
} as const;

/** Returns active people who match a search, in the order of their names. Names that begin with the search come first. */
export async function searchPeople(
  db: Database,
  accountId: string,
  { q, group, limit }: PeopleSearch,
): Promise<readonly Person[]> {
  const { reader } = db;
  const groups = group === undefined ? [] : await groupsWithin(reader, accountId, group);
  const members = group === undefined ? [] : await membersOf(reader, accountId, groups);
  const isSmall = group !== undefined && members.length <= MOST_MEMBERS;
  const found: Findings | undefined = isSmall
    ? { accountId, kind: 'user', ids: members, terms: termsOf(q) }
    : await find(db, { accountId, kind: 'user' }, q);
  const isMember =
    group === undefined || isSmall
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from memberships m where m.account_id = ${accountId}
          and ${isIn(reader, sql.ref('m.group_id'), groups)} and m.member_id = users.id)`;
  const run = <R>(query: Compilable<R>): Promise<R[]> => db.scan<R>(query);
  const people = async (key: keyof typeof PEOPLE_BY, prefix: string) => {
    const end = endOfPrefix(prefix);
    return await run(
      selectFound(reader, found, 'users', PEOPLE_BY[key])
        .select([
          'users.id',
          'users.user_name as userName',
          'users.display_name as displayName',
          `users.${key} as key`,
        ])
        .where('users.account_id', '=', accountId)
        .where('users.active', '=', 1)
        .where('users.display_name_key', key === 'user_name_key' ? 'is' : 'is not', null)
        .where((eb) => isFound(reader, found, eb.ref('users.id')))
        .where(isMember)
        .$if(prefix !== '', (query) => query.where(`users.${key}`, '>=', prefix))
        .$if(prefix !== '' && end !== undefined, (query) =>
          query.where(`users.${key}`, '<', end ?? ''),
        )
        .where((eb) => withinDeadline(reader, eb.ref('users.id')))
        .orderBy(`users.${key}`)
        .orderBy('users.id')
        .limit(limit),
    );
  };
  const named = async (prefix: string): Promise<readonly Person[]> =>
    [...(await people('display_name_key', prefix)), ...(await people('user_name_key', prefix))]
      .map((each) => ({ ...each, key: each.key ?? '' }))
      .toSorted((a, b) => byBytes(a.key, b.key) || byBytes(a.id, b.id));
  const prefix = fold(q.trim());
  const first = prefix === '' ? [] : await named(prefix);
  const others = first.length < limit ? await named('') : [];
  const both = [...first, ...others].map((each) => [each.id, each] as const);
  return [...new Map(both).values()].slice(0, limit);
}

/** Returns a group and the groups inside of it. */
async function groupsWithin(
  db: Reader,
  accountId: string,
  group: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down(id) as (
      select id from groups where account_id = ${accountId} and id = ${group}
      union
      select m.member_id from down cross join memberships m
        where m.account_id = ${accountId} and m.group_id = down.id and m.member_type = 'Group'
    )
    select id from down order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the members of groups, but not many more than are looked up. */
async function membersOf(
  db: Reader,
  accountId: string,
  groups: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('member_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('group_id'), groups))
    .where('member_type', '=', 'User')
    .limit(MOST_MEMBERS + 1)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Compares texts as the storage does. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
