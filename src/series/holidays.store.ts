import type { Reader, Tx } from '#db/database.ts';
import { readTimeZone } from '#form-basics/index.ts';
import type { Calendar } from './series.ts';

export interface Holiday {
  /** As YYYY-MM-DD. */
  readonly day: string;
  readonly name: string;
}

/** Returns the holidays of an account, the earliest first. */
export const selectHolidays = (db: Reader, accountId: string): Promise<readonly Holiday[]> =>
  db
    .selectFrom('holidays')
    .select(['day', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();

/** Stores the holidays of an account, in place of those that there are. */
export async function replaceHolidays(
  tx: Tx,
  accountId: string,
  holidays: readonly Holiday[],
): Promise<void> {
  await tx.deleteFrom('holidays').where('account_id', '=', accountId).execute();
  if (holidays.length === 0) return;
  await tx
    .insertInto('holidays')
    .values(holidays.map((each) => ({ account_id: accountId, ...each })))
    .execute();
}

export async function readCalendar(db: Reader, accountId: string): Promise<Calendar> {
  const holidays = await selectHolidays(db, accountId);
  return {
    timeZone: await readTimeZone(db, accountId),
    holidays: new Set(holidays.map(({ day }) => day)),
  };
}
