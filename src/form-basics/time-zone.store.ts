import type { Reader } from '#db/database.ts';

/** Returns the time zone of an account as an IANA name. */
export async function readTimeZone(db: Reader, accountId: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return time_zone;
}
