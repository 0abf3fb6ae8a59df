import type { Reader } from '#db/database.ts';

/** Returns what people who have a link see of the account. */
export async function findLinkOrganisation(
  db: Reader,
  accountId: string,
): Promise<{ readonly name: string; readonly timeZone: string }> {
  const row = await db
    .selectFrom('accounts')
    .select(['name', 'time_zone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { name: row.name, timeZone: row.time_zone };
}
