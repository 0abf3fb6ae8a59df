import { type Compilable, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { findActiveUsers } from '#form-basics/index.ts';
import { find, isFound, selectFound } from '#search/index.ts';

/** A user or group that a form can be assigned to. */
export interface AssigneeChoice {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** The userName, if it differs from the name. */
  readonly detail?: string;
}

/** A choice, with the key that it is sorted by. */
type Row = AssigneeChoice & { readonly key: string };

interface AssigneeSearch {
  readonly q: string;
  /** Only this type; undefined for both. */
  readonly type: AssigneeChoice['type'] | undefined;
  /** The sort key and the id of the last choice of the page before. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** Users by what they are shown as, with the indexes in that order. */
const PEOPLE_BY = {
  display_name_key: 'users_by_display_name_key_id',
  user_name_key: 'users_unnamed_by_name',
} as const;

/** Returns the group or active user with an id. */
export async function findAssignee(
  db: Reader,
  accountId: string,
  id: string,
): Promise<AssigneeChoice | undefined> {
  const group = await db
    .selectFrom('groups')
    .select('display_name as name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (group) return { id, type: 'Group', name: group.name };
  const name = (await findActiveUsers(db, accountId, [id])).get(id);
  return name === undefined ? undefined : { id, type: 'User', name };
}

/** Returns a page of the active users and groups that match a search, by name, then by id. */
export async function selectAssignees(
  db: Database,
  accountId: string,
  { q, type, after, limit }: AssigneeSearch,
): Promise<readonly Row[]> {
  const { reader } = db;
  const foundGroups = await find(db, { accountId, kind: 'group' }, q);
  const foundPeople = await find(db, { accountId, kind: 'user' }, q);
  const run = <R>(query: Compilable<R> & { execute(): Promise<R[]> }): Promise<R[]> =>
    foundPeople === undefined ? query.execute() : db.scan<R>(query);
  const isBehind = (key: string, id: string) =>
    after === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(${sql.ref(key)}, ${sql.ref(id)}) > (${after.key}, ${after.id})`;
  const groups = async () =>
    await run(
      selectFound(reader, foundGroups, 'groups', 'groups__display_name_key')
        .select(['groups.id', 'groups.display_name as name', 'groups.display_name_key as key'])
        .where('groups.account_id', '=', accountId)
        .where((eb) => isFound(reader, foundGroups, eb.ref('groups.id')))
        .where(isBehind('groups.display_name_key', 'groups.id'))
        .where((eb) => withinDeadline(reader, eb.ref('groups.id')))
        .orderBy('groups.display_name_key')
        .orderBy('groups.id')
        .limit(limit),
    );
  const people = async (key: keyof typeof PEOPLE_BY) =>
    await run(
      selectFound(reader, foundPeople, 'users', PEOPLE_BY[key])
        .select(['users.id', 'users.user_name', 'users.display_name', `users.${key} as key`])
        .where('users.account_id', '=', accountId)
        .where('users.active', '=', 1)
        .where('users.display_name_key', key === 'user_name_key' ? 'is' : 'is not', null)
        .where((eb) => isFound(reader, foundPeople, eb.ref('users.id')))
        .where(isBehind(`users.${key}`, 'users.id'))
        .where((eb) => withinDeadline(reader, eb.ref('users.id')))
        .orderBy(`users.${key}`)
        .orderBy('users.id')
        .limit(limit),
    );
  const users =
    type === 'Group'
      ? []
      : [...(await people('display_name_key')), ...(await people('user_name_key'))];
  const rows: readonly Row[] = [
    ...(type === 'User' ? [] : await groups()).map((group) => ({
      ...group,
      type: 'Group' as const,
    })),
    ...users.map(({ id, key, user_name: userName, display_name: name }) => ({
      id,
      key: key ?? '',
      type: 'User' as const,
      name: name ?? userName,
      ...(name !== null && name !== userName && { detail: userName }),
    })),
  ];
  return rows.toSorted((a, b) => byBytes(a.key, b.key) || byBytes(a.id, b.id)).slice(0, limit);
}

/** Compares texts as the storage does. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
