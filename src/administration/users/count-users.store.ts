import { sql } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Reader } from '#db/database.ts';

/** Counts all users of the account: the stored total of users that SCIM sees, plus the few break-glass users. */
export async function countListedUsers(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    // A literal, so that the partial index of protected users can be used.
    .where('protected', '=', sql.lit(1))
    .executeTakeFirst();
  return Number(row?.total ?? 0) + (await readCounter(db, accountId, 'users'));
}
