import { type Selectable, sql } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';

/** The start of a page: a number of rows to skip, or the id after which it starts. */
export type AssigneeStart = { readonly offset: number } | { readonly after: string };

export type AssignableUserRow = Pick<
  Selectable<Tables['users']>,
  'id' | 'user_name' | 'active' | 'attributes'
>;
export type AssignableGroupRow = Pick<Selectable<Tables['groups']>, 'id' | 'display_name'>;

/** The most rows that are skipped on the main connection. */
const SHALLOW = 1000;

/** Returns users by id, which is the order of their creation. The break-glass user is included. */
export function listUserRows(
  db: Database,
  accountId: string,
  start: AssigneeStart,
  limit: number,
): Promise<readonly AssignableUserRow[]> {
  if ('after' in start) return usersBehind(db.reader, { accountId, after: start.after, limit });
  if (start.offset <= SHALLOW)
    return usersFrom(db.reader, { accountId, limit, offset: start.offset });
  const page = userIds(db.reader).where('account_id', '=', accountId);
  const ids = page.limit(limit).offset(start.offset);
  return db.scan<AssignableUserRow>(users(db.reader, accountId).where('id', 'in', ids));
}

export async function findUserRow(
  db: Reader,
  accountId: string,
  id: string,
): Promise<AssignableUserRow | undefined> {
  const [row] = await users(db, accountId).where('id', '=', id).execute();
  return row;
}

/** Returns the number of all users of the account. The stored counter lacks break-glass users, so those are counted. */
export async function countUsers(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    // The index of protected users only applies to a literal.
    .where('protected', '=', sql.lit(1))
    .executeTakeFirst();
  return Number(row?.total ?? 0) + (await readCounter(db, accountId, 'users'));
}

/** Returns groups by id. */
export function listGroupRows(
  db: Database,
  accountId: string,
  start: AssigneeStart,
  limit: number,
): Promise<readonly AssignableGroupRow[]> {
  if ('after' in start) return groupsBehind(db.reader, { accountId, after: start.after, limit });
  if (start.offset <= SHALLOW)
    return groupsFrom(db.reader, { accountId, limit, offset: start.offset });
  const page = db.reader.selectFrom('groups').select('id').orderBy('id');
  const ids = page.where('account_id', '=', accountId).limit(limit).offset(start.offset);
  return db.scan<AssignableGroupRow>(groups(db.reader, accountId).where('id', 'in', ids));
}

export async function findGroupRow(
  db: Reader,
  accountId: string,
  id: string,
): Promise<AssignableGroupRow | undefined> {
  const [row] = await groups(db, accountId).where('id', '=', id).execute();
  return row;
}

interface From {
  readonly accountId: string;
  readonly limit: number;
  readonly offset: number;
}

interface Behind {
  readonly accountId: string;
  readonly after: string;
  readonly limit: number;
}

const usersFrom = precompile<AssignableUserRow, From>((db, { accountId, limit, offset }) =>
  users(db, accountId).limit(limit).offset(offset),
);
const usersBehind = precompile<AssignableUserRow, Behind>((db, { accountId, after, limit }) =>
  users(db, accountId).where('id', '>', after).limit(limit),
);
const groupsFrom = precompile<AssignableGroupRow, From>((db, { accountId, limit, offset }) =>
  groups(db, accountId).limit(limit).offset(offset),
);
const groupsBehind = precompile<AssignableGroupRow, Behind>((db, { accountId, after, limit }) =>
  groups(db, accountId).where('id', '>', after).limit(limit),
);

function users(db: Reader, accountId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'user_name', 'active', 'attributes'])
    .where('account_id', '=', accountId)
    .orderBy('id');
}

function userIds(db: Reader) {
  return db.selectFrom('users').select('id').orderBy('id');
}

function groups(db: Reader, accountId: string) {
  return db
    .selectFrom('groups')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .orderBy('id');
}
