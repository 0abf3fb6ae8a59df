// Names are stored with a key that keeps their white space, and are told apart without it: users by `user_name_key`,
// groups by `display_name_key`. Few keys hold any that counts, and sparse indexes lead to those.
import { type RawBuilder, sql } from 'kysely';
import { collapse, WHITE_SPACE, ZERO_WIDTH } from '#kernel/text.ts';
import { engineOf, type Reader, throughIndex } from './dialect.ts';

export const NAMED = {
  users: { column: 'user_name_key', index: 'users_by_collapsed_name' },
  groups: { column: 'display_name_key', index: 'groups_by_collapsed_name' },
} as const;
export type Named = keyof typeof NAMED;

const classOf = (characters: readonly string[]): string => {
  const codes = characters.map((each) => each.charCodeAt(0).toString(16).padStart(4, '0'));
  return `[${codes.map((code) => String.raw`\u${code}`).join('')}]+`;
};

/** A character that no text has once those of no width are gone. */
const MARK = '\u200b';
/** What SQLite replaces, one after the other; each run of spaces is made one by marks between them. */
const REPLACED: readonly (readonly [from: string, to: string])[] = [
  ...ZERO_WIDTH.map((each) => [each, ''] as const),
  ...WHITE_SPACE.slice(1).map((each) => [each, ' '] as const),
  [' ', ` ${MARK}`],
  [`${MARK} `, ''],
  [MARK, ''],
];

/** The text before and after a key, made once: filters are compiled for each request. */
const AROUND = {
  postgres: [
    'btrim(regexp_replace(regexp_replace(',
    `, '${classOf(ZERO_WIDTH)}', '', 'g'), '${classOf(WHITE_SPACE)}', ' ', 'g'), ' ')`,
  ],
  sqlite: [
    `trim(${'replace('.repeat(REPLACED.length)}`,
    `${REPLACED.map(([from, to]) => `, '${from}', '${to}')`).join('')}, ' ')`,
  ],
} as const;

/** Returns the key as `collapse` of the kernel makes it. Indexes hold this expression, so its text never changes. */
export function collapsed(db: Reader, key: RawBuilder<unknown>): RawBuilder<string> {
  const [before, after] = AROUND[engineOf(db)];
  return sql<string>`${sql.raw(before)}${key}${sql.raw(after)}`;
}

/** Returns the condition of the sparse indexes: the key holds white space that is not compared. */
export const isSpaced = (db: Reader, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${collapsed(db, key)} <> ${key}`;

/** A name as it is looked up. */
export interface NameKeys {
  /** Folded. */
  readonly key: unknown;
  /** Folded and collapsed. */
  readonly collapsed: unknown;
}

export const nameKeys = (key: string): { readonly key: string; readonly collapsed: string } => ({
  key,
  collapsed: collapse(key),
});

/**
 * Returns a scalar subquery: the stored key that a name means in an account. The exact spelling comes first, then the
 * one without white space that is not compared, then any other that is the same name.
 * @param among a condition on the row `n`: only these rows are meant
 */
export function keyOfName(
  db: Reader,
  table: Named,
  accountId: RawBuilder<unknown>,
  name: NameKeys,
  among?: RawBuilder<boolean>,
): RawBuilder<string | null> {
  const { column, index } = NAMED[table];
  const key = sql.ref(`n.${column}`);
  const and = among ? sql` and ${among}` : sql``;
  const exactly = (text: unknown) => sql`(
    select ${key} from ${sql.table(table)} as n where n.account_id = ${accountId} and ${key} = ${text}${and})`;
  const plainly = name.key === name.collapsed ? sql`` : sql`${exactly(name.collapsed)},`;
  return sql<string | null>`coalesce(${exactly(name.key)}, ${plainly} (
    select min(${key}) from ${throughIndex(db, table, 'n', index)}
    where n.account_id = ${accountId} and ${isSpaced(db, key)}
      and ${collapsed(db, key)} = ${name.collapsed}${and}))`;
}

/** Returns the ids of all users or groups of an account whose name another one has in another spelling. */
export function namesakeIds(db: Reader, table: Named, accountId: string): RawBuilder<string> {
  const { column, index } = NAMED[table];
  const spaced = (alias: string) => {
    const key = sql.ref(`${alias}.${column}`);
    const from = throughIndex(db, table, alias, index);
    const where = sql`${sql.ref(`${alias}.account_id`)} = ${accountId} and ${isSpaced(db, key)}`;
    return { from, where, name: collapsed(db, key) };
  };
  const [one, other] = [spaced('n'), spaced('o')];
  const plain = sql`o.account_id = ${accountId} and ${sql.ref(`o.${column}`)} = ${one.name}`;
  const own = sql.table(table);
  return sql<string>`(
    select n.id from ${one.from} where ${one.where} and (
      exists (select 1 from ${own} as o where ${plain})
      or exists (select 1 from ${other.from}
        where ${other.where} and ${other.name} = ${one.name} and o.id <> n.id))
    union select o.id from ${one.from} cross join ${own} as o where ${one.where} and ${plain})`;
}

/** Returns whether the account has another user or group with the same name, in whatever spelling. */
export function hasNamesake(
  db: Reader,
  table: Named,
  { accountId, id, key }: { readonly accountId: string; readonly id: string; readonly key: string },
): RawBuilder<boolean> {
  const { column, index } = NAMED[table];
  const own = sql.ref(`n.${column}`);
  const name = collapse(key);
  const others = sql`n.account_id = ${accountId} and n.id <> ${id}`;
  return sql<boolean>`(
    exists (select 1 from ${sql.table(table)} as n where ${others} and ${own} in (${key}, ${name}))
    or exists (select 1 from ${throughIndex(db, table, 'n', index)}
      where ${others} and ${isSpaced(db, own)} and ${collapsed(db, own)} = ${name}))`;
}
