import { type RawBuilder, type Selectable, sql } from 'kysely';
import { namesakeIds } from '#db/collapsed.ts';
import type { Database, Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { type Findings, foundFrom, isFound } from '#search/index.ts';
import type { UserListFilter } from './user.shapes.ts';

const columns = [
  'id',
  'user_name',
  'user_name_key',
  'display_name',
  'display_name_key',
  'active',
  'blocked_at',
  'role',
  'origin',
  'protected',
  'attributes',
] as const;

export type ListedUserRow = Pick<Selectable<Tables['users']>, (typeof columns)[number]>;

export interface UserRange {
  readonly found: Findings | undefined;
  /** Sort key and id of the previous row. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** Returns users in order of userName. */
export async function selectUsers(
  db: Database,
  accountId: string,
  filter: UserListFilter,
  { found, after, limit }: UserRange,
): Promise<readonly ListedUserRow[]> {
  const { reader } = db;
  const index = fewIndexFor(filter) ?? 'users__user_name_key';
  const behind =
    after === undefined ? sql`true` : sql`(u.user_name_key, u.id) > (${after.key}, ${after.id})`;
  const query = sql<ListedUserRow>`
    select ${sql.join(columns.map((name) => sql.ref(`u.${name}`)))}
    from ${foundFrom(reader, found, 'users', 'u', index)}
    where u.account_id = ${accountId} and ${isFound(reader, found, sql.ref('u.id'))}
      and ${behind} and ${conditionsOf(filter)} and ${namesakesIn(reader, accountId, filter)} and ${withinDeadline(reader, sql.ref('u.user_name'))}
    order by u.user_name_key, u.id
    limit ${limit}
  `;
  // Without a condition, only rows of the page are read, so no time limit is needed.
  if (found === undefined && Object.values(filter).every((term) => term === undefined))
    return (await query.execute(reader)).rows;
  return await db.scan<ListedUserRow>({ compile: () => query.compile(reader) });
}

const namesakesIn = (
  db: Reader,
  accountId: string,
  { namesakes }: UserListFilter,
): RawBuilder<unknown> =>
  namesakes === true ? sql`u.id in ${namesakeIds(db, 'users', accountId)}` : sql`true`;

/** Returns conditions with literals, so that SQLite can use a partial index. */
function conditionsOf({ active, origin, role }: UserListFilter): RawBuilder<unknown> {
  const terms = [
    active === undefined ? sql`true` : sql`u.active = ${sql.lit(active ? 1 : 0)}`,
    origin === undefined ? sql`true` : sql`u.origin = ${sql.lit(origin)}`,
    role === undefined ? sql`true` : sql`u.role = ${sql.lit(role)}`,
    role === 'admin' || role === 'designer' ? sql`u.role <> 'member'` : sql`true`,
  ];
  return sql.join(terms, sql` and `);
}

/** Returns the index of a selective filter; undefined when the filter leaves many users. */
function fewIndexFor({ active, origin, role }: UserListFilter): string | undefined {
  if (role === 'admin' || role === 'designer') return 'users_with_role_by_name';
  if (active === false) return 'users_inactive_by_name';
  return origin === 'local' ? 'users_local_by_name' : undefined;
}
