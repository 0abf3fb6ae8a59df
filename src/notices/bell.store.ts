import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

export type BellRow = Selectable<Tables['bell_notices']>;

export interface BellOwner {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns the unread notices that people have under a key, locked, in the order in which every node locks them. */
export async function lockUnread(
  tx: Tx,
  accountId: string,
  userIds: readonly string[],
  key: string,
): Promise<readonly BellRow[]> {
  const query = tx
    .selectFrom('bell_notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(tx, sql.ref('user_id'), userIds))
    .where('key', '=', key)
    .orderBy('user_id');
  return await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).execute();
}

/** Stores notices, except for people who have an unread one with the key. @returns the people who got one */
export async function insertNotices(
  tx: Tx,
  rows: readonly Insertable<Tables['bell_notices']>[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const given = await tx
    .insertInto('bell_notices')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'key']).doNothing())
    .returning('user_id')
    .execute();
  return new Set(given.map(({ user_id: id }) => id));
}

/** Adds to a notice that nobody has read yet. */
export async function growNotice(
  tx: Tx,
  { account_id, user_id, id }: Pick<BellRow, 'account_id' | 'user_id' | 'id'>,
  changes: Pick<BellRow, 'subjects' | 'count' | 'by_user' | 'at' | 'changed_at'>,
): Promise<void> {
  await tx
    .updateTable('bell_notices')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Where a page of a list begins: after the row with these values. */
export interface BellPosition {
  readonly at: number;
  readonly id: string;
}

/** Lists the notices of a person since a time, the newest first. */
export async function selectBell(
  db: Reader,
  { accountId, userId }: BellOwner,
  asked: {
    readonly since: number;
    readonly unread: boolean;
    readonly after: BellPosition | undefined;
    readonly limit: number;
  },
): Promise<readonly BellRow[]> {
  const { since, unread, after, limit } = asked;
  return await db
    .selectFrom('bell_notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('at', '>=', since)
    .$if(unread, (query) => query.where('read_at', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at ?? 0}, ${after?.id ?? ''})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Marks notices of a person as read: one, or all that came until a time. The key of a notice that was read becomes free.
 * @returns how many there were
 */
export async function markRead(
  tx: Tx,
  { accountId, userId }: BellOwner,
  which: { readonly id: string } | { readonly until: number },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('bell_notices')
    .set({ read_at: now, changed_at: now, key: sql<string>`key || ' ' || id` })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('at', '<=', which.until)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns a notice of a person. */
export const findBellRow = (
  db: Reader,
  { accountId, userId }: BellOwner,
  id: string,
): Promise<BellRow | undefined> =>
  db
    .selectFrom('bell_notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Lists people whose notices have changed since a time, each once, with the time of the last change. */
export async function selectChanged(
  db: Reader,
  since: number,
  limit: number,
): Promise<readonly (BellOwner & { readonly changedAt: number })[]> {
  const rows = await db
    .selectFrom('bell_notices')
    .select(['account_id as accountId', 'user_id as userId'])
    .select((eb) => eb.fn.max('changed_at').as('changedAt'))
    .where('changed_at', '>', since)
    .groupBy(['account_id', 'user_id'])
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, changedAt: Number(row.changedAt) }));
}

/** Deletes notices that are older than a time. @returns how many, at most `limit` */
export async function deleteOld(db: Reader, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bell_notices')
    .where((eb) =>
      eb(
        eb.refTuple('account_id', 'user_id', 'id'),
        'in',
        eb
          .selectFrom('bell_notices as old')
          .select(['old.account_id', 'old.user_id', 'old.id'])
          .where('old.at', '<', before)
          .orderBy('old.at')
          .limit(limit)
          .$asTuple('account_id', 'user_id', 'id'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
