import type { Compilable } from 'kysely';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { find, isFound, selectFound } from '#search/index.ts';

/** A user or group that a form can be assigned to. */
export interface AssigneeChoice {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** The userName, if it differs from the name. */
  readonly detail?: string;
}

/** The orders of users, with their indexes. */
const PEOPLE_BY = {
  display_name_key: 'users_by_display_name_key_id',
  user_name_key: 'users__user_name_key',
} as const;

/** Returns active users and groups that match a search, or the first ones: up to `limit` of each. */
export async function selectAssignees(
  db: Database,
  accountId: string,
  q: string,
  limit: number,
): Promise<readonly AssigneeChoice[]> {
  const { reader } = db;
  const foundGroups = await find(db, { accountId, kind: 'group' }, q);
  const foundPeople = await find(db, { accountId, kind: 'user' }, q);
  const run = <R>(query: Compilable<R> & { execute(): Promise<R[]> }): Promise<R[]> =>
    foundPeople === undefined ? query.execute() : db.scan<R>(query);
  const groups = await run(
    selectFound(reader, foundGroups, 'groups', 'groups__display_name_key')
      .select(['groups.id', 'groups.display_name'])
      .where('groups.account_id', '=', accountId)
      .where((eb) => isFound(reader, foundGroups, eb.ref('groups.id')))
      .where((eb) => withinDeadline(reader, eb.ref('groups.id')))
      .orderBy('groups.display_name_key')
      .orderBy('groups.id')
      .limit(limit),
  );
  const people = (key: keyof typeof PEOPLE_BY) =>
    run(
      selectFound(reader, foundPeople, 'users', PEOPLE_BY[key])
        .select(['users.id', 'users.user_name', 'users.display_name'])
        .where('users.account_id', '=', accountId)
        .where('users.active', '=', 1)
        .where(`users.${key}`, 'is not', null)
        .where((eb) => isFound(reader, foundPeople, eb.ref('users.id')))
        .where((eb) => withinDeadline(reader, eb.ref('users.id')))
        .orderBy(`users.${key}`)
        .orderBy('users.id')
        .limit(limit),
    );
  const users = [...(await people('display_name_key')), ...(await people('user_name_key'))];
  const known = new Map(users.map((user) => [user.id, user]));
  return [
    ...groups.map(({ id, display_name: name }) => ({ id, type: 'Group' as const, name })),
    ...[...known.values()].map(({ id, user_name: userName, display_name: name }) => ({
      id,
      type: 'User' as const,
      name: name ?? userName,
      ...(name !== null && name !== userName && { detail: userName }),
    })),
  ];
}
