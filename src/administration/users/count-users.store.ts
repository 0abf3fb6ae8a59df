import { sql } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Reader } from '#db/database.ts';

/** All users of the account: the kept total, which is of those that SCIM sees, and the few others. */
export async function countUsers(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    // A literal, or the index of protected users can't serve.
    .where('protected', '=', sql.lit(1))
    .executeTakeFirst();
  return Number(row?.total ?? 0) + (await readCounter(db, accountId, 'users'));
}
