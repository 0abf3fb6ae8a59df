import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** Returns the last sign-in by user id, in ms since the epoch; users who never signed in are absent. */
export async function readLastSignIns(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('last_sign_ins')
    .select(['user_id', 'at'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('user_id'), userIds))
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.at]));
}
