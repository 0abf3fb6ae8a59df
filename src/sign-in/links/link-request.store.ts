import type { Reader, Tx } from '#db/database.ts';

export interface LinkRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly hash: string;
  readonly stamp: number;
  readonly expires_at: number;
}

const HOUR_MS = 60 * 60_000;
/** Most links for one person within an hour. */
const MOST_IN_HOUR = 3;

interface Person {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns whether the person was sent {@link MOST_IN_HOUR} links within the hour. */
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
    // An hour that began in the future does not count: the clock was set back, and it would last that much longer.
    .where('begun_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Replaces the link that the person requested before, and counts it.
 * @returns false when there were already {@link MOST_IN_HOUR} within the hour; then nothing is stored
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

/** Invalidates the link that a person requested. */
export async function endRequestedLink(tx: Tx, { accountId, userId }: Person): Promise<void> {
  await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

/** Marks a link as used; it still counts for the hour. @returns false when it was used before. */
export async function takeRequestedLink(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes links that have expired and no longer count for an hour. */
export async function purgeRequestedLinks(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('password_requests')
    .where('expires_at', '<=', now)
    .where('begun_at', '<=', now - HOUR_MS)
    .execute();
}
