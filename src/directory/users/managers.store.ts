import { type RawBuilder, sql } from 'kysely';
import { collapsed, isSpaced, NAMED } from '#db/collapsed.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn, throughIndex } from '#db/dialect.ts';
import { quoteShort } from '#directory/attributes/quote.ts';
import type { Manager } from '#directory/rows/records.ts';
import { fail } from '#kernel/errors.ts';
import { collapse, fold } from '#kernel/text.ts';
import { isMeantBy } from './external-ids.store.ts';
import { readSyncRules } from './sync-rules.store.ts';

// A manager is stored as it was sent and looked up when it is read, so that one who is created later costs nothing.

/** The number of users read per externalId: a second one already makes the text ambiguous. */
const MAX_CHECKED = 2;

/**
 * Builds a scalar subquery: the users that `u.manager_id` of the outer query may mean by id or externalId, as a JSON
 * array of `[id, displayName]`; null without a manager. An inactive user is meant only if no active one has the
 * externalId.
 */
export function managersJson(db: Reader): RawBuilder<string | null> {
  const json =
    engineOf(db) === 'postgres'
      ? sql`coalesce(json_agg(json_build_array(c.id, c.display_name)), '[]')::text`
      : sql`json_group_array(json_array(c.id, c.display_name))`;
  return sql<string | null>`case when u.manager_id is not null then (
    select ${json} from (
      select m.id, m.display_name from users m
        where m.account_id = u.account_id and m.id = u.manager_id and m.protected = 0
      union
      select * from (
        select m.id, m.display_name from users m
          where ${isMeantBy(sql.ref('u.account_id'), sql.ref('u.manager_id'))}
          limit ${sql.lit(MAX_CHECKED)}
      ) e
    ) c
  ) end`;
}

/** Parses the array of {@link managersJson}. The manager is certain only when the list has one element. */
export function parseManagers(json: string | null): readonly Manager[] {
  if (json === null || json === '[]') return [];
  const found: readonly (readonly [string, string | null])[] = JSON.parse(json);
  return found.map(([id, displayName]) => toManager(id, displayName));
}

const toManager = (id: string, displayName: string | null): Manager => ({
  id,
  ...(displayName !== null && { displayName }),
});

/**
 * Finds the managers that texts mean: the one user with such an id or externalId; if there is none and the account
 * allows it, the one with such a user name or e-mail address. An inactive user is meant only if no active one is.
 * Texts that mean nobody, or several, are left out.
 * Break-glass users are nobody's manager. The number of queries does not grow with the number of texts.
 */
export async function findManagers(
  db: Reader,
  accountId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Manager>> {
  if (texts.length === 0) return new Map();
  const found = new Candidates();
  for (const row of await usersBy(db, accountId, 'id', texts)) {
    found.add(row.key, { ...row, scim_active: 1 });
  }
  for (const row of await usersBy(db, accountId, 'external_id', texts)) found.add(row.key, row);
  const open = texts.filter((text) => !found.has(text));
  if (open.length > 0 && (await readSyncRules(db, accountId)).managersByName) {
    await addByName(db, accountId, open, found);
  }
  return found.certain();
}

/** Finds the manager that one text means by user name or e-mail address. */
export async function findManagerByName(
  db: Reader,
  accountId: string,
  text: string,
): Promise<Manager | undefined> {
  const found = new Candidates();
  await addByName(db, accountId, [text], found);
  return found.certain().get(text);
}

/** @throws AppError `unknown-manager` unless the text means exactly one user whom provisioning can see */
export async function requireManager(tx: Tx, accountId: string, text: string): Promise<void> {
  if ((await findManagers(tx, accountId, [text])).has(text)) return;
  throw fail(
    'unknown-manager',
    `The manager does not exist: there is no user with the id ${quoteShort(text)}.`,
    {
      at: 'manager',
    },
  );
}

/**
 * Clears the manager of everybody who has one of the texts as manager, which changes their record. @returns how many
 */
export async function releaseReports(
  tx: Tx,
  accountId: string,
  texts: readonly string[],
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({ manager_id: null, version: eb('version', '+', 1), updated_at: now }))
    .where('account_id', '=', accountId)
    .where((eb) => isIn(tx, eb.ref('manager_id'), texts))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A user found by a key; `others` is the number of further users with the same key, active or inactive as this one. */
interface FoundUser {
  readonly key: string;
  readonly id: string;
  readonly display_name: string | null;
  readonly scim_active: 0 | 1;
  readonly others: number;
}

class Candidates {
  readonly #found = new Map<string, Manager | 'several'>();
  readonly #inactive = new Set<string>();

  add(text: string, { id, display_name, scim_active, others }: FoundUser): void {
    const known = this.#found.get(text);
    const isKnownInactive = this.#inactive.has(text);
    if (known !== undefined && !isKnownInactive && scim_active === 0) return;
    const rival = isKnownInactive && scim_active === 1 ? undefined : known;
    const isAnother = rival !== undefined && (rival === 'several' || rival.id !== id);
    this.#found.set(text, isAnother || others > 0 ? 'several' : toManager(id, display_name));
    if (scim_active === 1) this.#inactive.delete(text);
    else this.#inactive.add(text);
  }

  has(text: string): boolean {
    return this.#found.has(text);
  }

  certain(): ReadonlyMap<string, Manager> {
    return new Map(
      [...this.#found].flatMap(([text, one]) => (one === 'several' ? [] : [[text, one] as const])),
    );
  }
}

/** Returns at most two rows per key, of its active and of its inactive users, however many share it. */
async function usersBy(
  db: Reader,
  accountId: string,
  column: 'id' | 'external_id' | 'user_name_key',
  keys: readonly string[],
): Promise<readonly FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    select ${sql.ref(column)} as key, min(id) as id, min(display_name) as display_name, scim_active,
      cast(count(*) - 1 as integer) as others
    from users
    where account_id = ${accountId} and ${isIn(db, sql.ref(column), keys)} and protected = 0
    group by ${sql.ref(column)}, scim_active
  `.execute(db);
  return rows;
}

/** As usersBy, by user names whose white space is not compared; `key` is the collapsed name. */
async function usersByCollapsedName(
  db: Reader,
  accountId: string,
  names: readonly string[],
): Promise<readonly FoundUser[]> {
  if (names.length === 0) return [];
  const own = sql.ref('u.user_name_key');
  const key = collapsed(db, own);
  const spaced = throughIndex(db, 'users', 'u', NAMED.users.index);
  const { rows } = await sql<FoundUser>`
    select key, min(id) as id, min(display_name) as display_name, scim_active,
      cast(count(*) - 1 as integer) as others
    from (
      select user_name_key as key, id, display_name, scim_active from users
      where account_id = ${accountId} and ${isIn(db, sql.ref('user_name_key'), names)} and protected = 0
      union all
      select ${key}, id, display_name, scim_active from ${spaced}
      where account_id = ${accountId} and ${isSpaced(db, own)} and ${isIn(db, key, names)} and protected = 0
    ) as named
    group by key, scim_active
  `.execute(db);
  return rows;
}

async function usersByEmail(
  db: Reader,
  accountId: string,
  keys: readonly string[],
): Promise<readonly FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    select v.value_key as key, min(u.id) as id, min(u.display_name) as display_name, u.scim_active,
      cast(count(distinct u.id) - 1 as integer) as others
    from user_values v cross join users u
    where v.account_id = ${accountId} and v.attribute = 'emails'
      and ${isIn(db, sql.ref('v.value_key'), keys)}
      and u.account_id = v.account_id and u.id = v.user_id and u.protected = 0
    group by v.value_key, u.scim_active
  `.execute(db);
  return rows;
}

async function addByName(
  db: Reader,
  accountId: string,
  texts: readonly string[],
  found: Candidates,
): Promise<void> {
  const textsByKey = Map.groupBy(texts, (text) => fold(text));
  const keys = [...textsByKey.keys()];
  const exact = await usersBy(db, accountId, 'user_name_key', keys);
  const isExact = new Set(exact.map(({ key }) => key));
  // A name is compared without its white space (decision 88), but the exact spelling comes first.
  const others = Map.groupBy(
    keys.filter((key) => !isExact.has(key)),
    collapse,
  );
  const namesakes = await usersByCollapsedName(db, accountId, [...others.keys()]);
  const rows = [
    ...exact,
    ...namesakes.flatMap((row) => (others.get(row.key) ?? []).map((key) => ({ ...row, key }))),
    ...(await usersByEmail(db, accountId, keys)),
  ];
  for (const row of rows) for (const text of textsByKey.get(row.key) ?? []) found.add(text, row);
}
