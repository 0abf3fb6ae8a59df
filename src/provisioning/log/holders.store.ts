import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { LogItem } from './log.shapes.ts';

export type Holder = NonNullable<LogItem['holder']>;

/** Returns the users and groups that have the values which refused requests wanted, by id, while they exist. */
export async function selectHolders(
  db: Reader,
  accountId: string,
  rows: readonly { readonly holder_id: string | null }[],
): Promise<ReadonlyMap<string, Holder>> {
  const ids = [...new Set(rows.flatMap(({ holder_id: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  // Break-glass users too: only admins read the provisioning log.
  const users = await db
    .selectFrom('users')
    .select(['id', 'user_name as name', 'active'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map<string, Holder>([
    ...users.map(
      ({ id, name, active }) =>
        [id, { id, name, resourceType: 'User', active: active === 1 }] as const,
    ),
    ...groups.map(({ id, name }) => [id, { id, name, resourceType: 'Group' }] as const),
  ]);
}
