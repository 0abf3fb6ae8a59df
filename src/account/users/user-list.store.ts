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
    from: throughIndex(db.reader, 'users', 'u', fewIndexFor(filter) ?? 'users__user_name_key'),
    where: startsSo(key, range.prefix),
  });
};

/** By displayName: those who were not found by userName. */
export const listByDisplayName: Lister = (db, filter, range) => {
  const key = sql.ref('u.display_name_key');
  return list(db, filter, range, {
    key,
    from: throughIndex(
      db.reader,
      'users',
      'u',
      fewIndexFor(filter) ?? 'users_by_display_name_key_id',
    ),
    where: sql`${startsSo(key, range.prefix)}
      and not (${startsSo(sql.ref('u.user_name_key'), range.prefix)})`,
  });
};

/** By e-mail address: those who were not found by a name, each once. */
export const listByEmail: Lister = (db, filter, range) => {
  // As an expression no index answers it: where few are looked at first, each of them is asked.
  const key = fewIndexFor(filter) ? sql`(v.value_key || '')` : sql.ref('v.value_key');
  const { prefix } = range;
  return list(db, filter, range, {
    key,
    id: sql.ref('v.user_id'),
    from: emailsOf(db, filter),
    where: sql`u.id = v.user_id
      and v.account_id = ${filter.accountId} and ${fewIndexFor(filter) ? sql`(v.attribute || '')` : sql.ref('v.attribute')} = 'emails'
      and ${startsSo(key, prefix)}
      and not (${startsSo(sql.ref('u.user_name_key'), prefix)})
      and (u.display_name_key is null
        or not (${startsSo(sql.ref('u.display_name_key'), prefix)}))
      and not exists (
        select 1 from user_values w
        where w.account_id = v.account_id and w.user_id = v.user_id and (w.attribute || '') = 'emails'
          and ${startsSo(sql`(w.value_key || '')`, prefix)}
          and (w.value_key, w.ordinal) < (v.value_key, v.ordinal)
      )`,
  });
};

interface Way {
  readonly key: RawBuilder<unknown>;
  /** Left out: of the user's row. */
  readonly id?: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

async function list(
  db: Database,
  filter: UserFilter,
  { after, limit, prefix }: UserRange,
  { key, id = sql.ref('u.id'), from, where }: Way,
): Promise<readonly ListedUserRow[]> {
  const behind =
    after === undefined ? sql`true` : sql`(${key}, ${id}) > (${after.key}, ${after.id})`;
  const query = sql<ListedUserRow>`
    select ${sql.join(columns.map((name) => sql.ref(`u.${name}`)))}, ${key} as sort_key
    from ${from}
    where u.account_id = ${filter.accountId} and ${where} and ${behind}
      and ${conditionsOf(filter)} and ${withinDeadline(db.reader, sql.ref('u.user_name'))}
    order by ${key}, ${id}
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

/** Cross: SQLite keeps the order. Few who fit a filter are looked at first, else the addresses are. */
function emailsOf(db: Database, filter: UserFilter): RawBuilder<unknown> {
  const few = fewIndexFor(filter);
  const values = 'user_values_by_attribute_value_key_user_id';
  return few === undefined
    ? sql`${throughIndex(db.reader, 'user_values', 'v', values)} cross join users u`
    : sql`${throughIndex(db.reader, 'users', 'u', few)} cross join user_values v`;
}

/** Of those that few fit; undefined where the filter leaves many. */
function fewIndexFor({ active, origin, role }: UserFilter): string | undefined {
  if (role === 'admin' || role === 'designer') return 'users_with_role_by_name';
  if (active === false) return 'users_inactive_by_name';
  return origin === 'local' ? 'users_local_by_name' : undefined;
}

function startsSo(key: RawBuilder<unknown>, prefix: string): RawBuilder<unknown> {
  if (prefix === '') return sql`true`;
  const end = endOfPrefix(prefix);
  return end === undefined
    ? sql`${key} >= ${prefix}`
    : sql`${key} >= ${prefix} and ${key} < ${end}`;
}
