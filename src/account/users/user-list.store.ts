import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { throughIndex, withinDeadline } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';

const columns = [
  'id',
  'user_name',
  'user_name_key',
  'display_name',
  'display_name_key',
  'active',
  'role',
  'origin',
  'protected',
  'attributes',
] as const;

export type ListedUserRow = Pick<Selectable<Tables['users']>, (typeof columns)[number]> & {
  /** What the row was sorted by. */
  readonly sort_key: string;
};

export interface UserFilter {
  readonly accountId: string;
  readonly active: boolean | undefined;
  readonly origin: 'local' | 'provisioned' | undefined;
  readonly role: 'admin' | 'designer' | 'member' | undefined;
}

export interface UserRange {
  /** Folded; empty: all. */
  readonly prefix: string;
  /** Sort key and id of the row before. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
}

type Lister = (
  db: Database,
  filter: UserFilter,
  range: UserRange,
) => Promise<readonly ListedUserRow[]>;

/** By userName. */
export const listByUserName: Lister = (db, filter, range) => {
  const key = sql.ref('u.user_name_key');
  return list(db, filter, range, {
    key,
    from: throughIndex(db.reader, 'users', 'u', nameIndexFor(filter)),
    where: startsSo(key, range.prefix),
  });
};

/** By displayName: those who were not found by userName. */
export const listByDisplayName: Lister = (db, filter, range) => {
  const key = sql.ref('u.display_name_key');
  return list(db, filter, range, {
    key,
    from: throughIndex(db.reader, 'users', 'u', 'users_by_display_name_key_id'),
    where: sql`${startsSo(key, range.prefix)}
      and not (${startsSo(sql.ref('u.user_name_key'), range.prefix)})`,
  });
};

/** By e-mail address: those who were not found by a name, each once. */
export const listByEmail: Lister = (db, filter, range) => {
  const key = sql.ref('v.value_key');
  const { prefix } = range;
  return list(db, filter, range, {
    key,
    from: sql`user_values v join users u on u.account_id = v.account_id and u.id = v.user_id`,
    where: sql`v.account_id = ${filter.accountId} and v.attribute = 'emails'
      and ${startsSo(key, prefix)}
      and not (${startsSo(sql.ref('u.user_name_key'), prefix)})
      and (u.display_name_key is null
        or not (${startsSo(sql.ref('u.display_name_key'), prefix)}))
      and not exists (
        select 1 from user_values w
        where w.account_id = v.account_id and w.user_id = v.user_id and w.attribute = 'emails'
          and ${startsSo(sql.ref('w.value_key'), prefix)}
          and (w.value_key, w.ordinal) < (v.value_key, v.ordinal)
      )`,
  });
};

interface Way {
  readonly key: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

async function list(
  db: Database,
  filter: UserFilter,
  { after, limit, prefix }: UserRange,
  { key, from, where }: Way,
): Promise<readonly ListedUserRow[]> {
  const behind =
    after === undefined ? sql`true` : sql`(${key}, u.id) > (${after.key}, ${after.id})`;
  const query = sql<ListedUserRow>`
    select ${sql.join(columns.map((name) => sql.ref(`u.${name}`)))}, ${key} as sort_key
    from ${from}
    where u.account_id = ${filter.accountId} and ${where} and ${behind}
      and ${conditionsOf(filter)} and ${withinDeadline(db.reader, sql.ref('u.user_name'))}
    order by ${key}, u.id
    limit ${limit}
  `;
  const { active, origin, role } = filter;
  const isFiltered = [active, origin, role].some((term) => term !== undefined);
  // Without a condition each row that is read is one of the page.
  if (prefix === '' && !isFiltered)
    return (await sql<ListedUserRow>`${query}`.execute(db.reader)).rows;
  return await db.scan<ListedUserRow>({ compile: () => query.compile(db.reader) });
}

/** Literals, or SQLite would not know that a partial index serves. */
function conditionsOf({ active, origin, role }: UserFilter): RawBuilder<unknown> {
  const terms = [
    active === undefined ? sql`true` : sql`u.active = ${sql.lit(active ? 1 : 0)}`,
    origin === undefined ? sql`true` : sql`u.origin = ${sql.lit(origin)}`,
    role === undefined ? sql`true` : sql`u.role = ${sql.lit(role)}`,
    role === 'admin' || role === 'designer' ? sql`u.role <> 'member'` : sql`true`,
  ];
  return sql.join(terms, sql` and `);
}

function nameIndexFor({ active, origin, role }: UserFilter): string {
  if (active === false) return 'users_inactive_by_name';
  if (role === 'admin' || role === 'designer') return 'users_with_role_by_name';
  return origin === 'local' ? 'users_local_by_name' : 'users__user_name_key';
}

function startsSo(key: RawBuilder<unknown>, prefix: string): RawBuilder<unknown> {
  if (prefix === '') return sql`true`;
  const end = endOfPrefix(prefix);
  return end === undefined
    ? sql`${key} >= ${prefix}`
    : sql`${key} >= ${prefix} and ${key} < ${end}`;
}
