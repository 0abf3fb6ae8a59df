import type { Reader, Tx } from '#db/database.ts';

export interface LinkRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly hash: string;
  readonly stamp: number;
  readonly expires_at: number;
}

const HOUR_MS = 60 * 60_000;
/** Links for one person within an hour. */
const MOST_IN_HOUR = 3;

interface Person {
  readonly accountId: string;
  readonly userId: string;
}

/** Whether the person has been sent as many links within the hour as there may be. */
export async function hasAskedEnough(
  db: Reader,
  { accountId, userId }: Person,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('password_requests')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('count', '>=', MOST_IN_HOUR)
    .where('begun_at', '>', now - HOUR_MS)
    // Later than now: the clock was put back, and the hour would not end for as long.
    .where('begun_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Replaces the link that the person asked for before, and counts it.
 * @returns false when there were as many within the hour as there may be; then nothing is stored
 */
export async function saveRequestedLink(tx: Tx, row: LinkRow, now: number): Promise<boolean> {
  const { account_id, user_id, hash, stamp, expires_at } = row;
  await tx
    .deleteFrom('password_requests')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('begun_at', '<=', now - HOUR_MS), eb('begun_at', '>', now)]))
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('password_requests')
    .values({ ...row, begun_at: now, count: 1 })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'user_id'])
        .doUpdateSet((eb) => ({
          ...{ hash, stamp, expires_at },
          count: eb('password_requests.count', '+', 1),
        }))
        .where('password_requests.count', '<', MOST_IN_HOUR),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Of a person: the link that they asked for works no more. */
export async function endRequestedLink(tx: Tx, { accountId, userId }: Person): Promise<void> {
  await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

/** Uses a link up; that there was one still counts. @returns false when somebody did so before. */
export async function takeRequestedLink(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What neither opens anything nor counts any more. */
export async function purgeRequestedLinks(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('password_requests')
    .where('expires_at', '<=', now)
    .where('begun_at', '<=', now - HOUR_MS)
    .execute();
}
