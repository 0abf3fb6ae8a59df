import type { Reader } from '#db/database.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';

/** Somebody or some people to hand a form to. */
export interface AssigneeChoice {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** The userName, where the name is another one. */
  readonly detail?: string;
}

const BEHIND_ALL = '\u{10ffff}';

/** Active people and groups whose name starts so, each kind up to the limit. */
export async function selectAssignees(
  db: Reader,
  accountId: string,
  prefix: string,
  limit: number,
): Promise<readonly AssigneeChoice[]> {
  const end = endOfPrefix(prefix) ?? BEHIND_ALL;
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .where('display_name_key', '>=', prefix)
    .where('display_name_key', '<', end)
    .orderBy('display_name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  const people = (key: 'user_name_key' | 'display_name_key') =>
    db
      .selectFrom('users')
      .select(['id', 'user_name', 'display_name'])
      .where('account_id', '=', accountId)
      .where('active', '=', 1)
      .where(key, '>=', prefix)
      .where(key, '<', end)
      .orderBy(key)
      .orderBy('id')
      .limit(limit)
      .execute();
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
