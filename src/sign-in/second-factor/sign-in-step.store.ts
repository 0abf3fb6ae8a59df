import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';

/** Time in which a code must be entered after the password. */
export const STEP_MS = 5 * 60_000;
/** Most codes of one sign-in; after them the password has to be entered again. */
const MOST_TRIES = 5;
/** Most sign-ins of one user that wait for a code at the same time. */
const MOST_WAITING = 10;

export type StepRow = Selectable<Tables['sign_in_steps']>;

/** Stores a waiting sign-in; deletes the oldest ones when too many wait. */
export async function insertStep(tx: Tx, row: StepRow): Promise<void> {
  await tx.insertInto('sign_in_steps').values(row).execute();
  const waiting = await tx
    .selectFrom('sign_in_steps')
    .select('hash')
    .where('account_id', '=', row.account_id)
    .where('user_id', '=', row.user_id)
    .where('hash', '!=', row.hash)
    .orderBy('expires_at', 'desc')
    .limit(10 * MOST_WAITING)
    .execute();
  const tooMany = waiting.slice(MOST_WAITING - 1).map(({ hash }) => hash);
  if (tooMany.length === 0) return;
  await tx
    .deleteFrom('sign_in_steps')
    .where('account_id', '=', row.account_id)
    .where('user_id', '=', row.user_id)
    .where('hash', 'in', tooMany)
    .execute();
}

export interface OpenStep {
  readonly accountId: string;
  readonly userId: string;
  readonly stamp: number;
  readonly method: 'password' | 'link';
  /** How many codes may be tried, the next one included. */
  readonly triesLeft: number;
}

/** Finds a waiting sign-in whose account and user are active and whose stamp is still that of the user. */
export async function findStep(
  db: Reader,
  accountCode: string,
  hash: string,
  now: number,
): Promise<OpenStep | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('sign_in_steps as s', 's.account_id', 'a.id')
    .innerJoin('users as u', (join) =>
      join
        .onRef('u.account_id', '=', 's.account_id')
        .onRef('u.id', '=', 's.user_id')
        .onRef('u.stamp', '=', 's.stamp'),
    )
    .select(['s.account_id', 's.user_id', 's.stamp', 's.method', 's.tries'])
    .where('a.code', '=', accountCode)
    .where('a.active', '=', 1)
    .where('s.hash', '=', hash)
    .where('s.tries', '<', MOST_TRIES)
    .where('s.expires_at', '>', now)
    .where('u.active', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { account_id: accountId, user_id: userId, stamp, method, tries } = row;
  return { accountId, userId, stamp, method, triesLeft: MOST_TRIES - tries };
}

/** Counts a try, before the code is checked. @returns false when all tries are used. */
export async function countTry(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_steps')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses a waiting sign-in. @returns false when it was used before. */
export async function takeStep(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_steps')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function purgeSteps(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();
}
