import type { Reader, Tx } from '#db/database.ts';
import type { SeriesKey } from './series.ts';

/** What became of a date. */
export interface SettledDate {
  readonly day: string;
  /** `left-out`: it was over before it could be made, and a later one was made. */
  readonly outcome: 'made' | 'left-out' | 'failed';
  /** Why it failed: the code of an error. */
  readonly reason?: string | undefined;
}

/** Records what became of a date, unless it has been settled before. */
export async function insertDate(
  tx: Tx,
  { accountId, id }: SeriesKey,
  { day, outcome, reason }: SettledDate,
  now: number,
): Promise<void> {
  await tx
    .insertInto('series_dates')
    .values({
      account_id: accountId,
      series_id: id,
      day,
      outcome,
      reason: reason ?? null,
      settled_at: now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Returns the latest dates that are settled, the latest first. */
export async function selectDates(
  db: Reader,
  { accountId, id }: SeriesKey,
  limit: number,
): Promise<readonly SettledDate[]> {
  const rows = await db
    .selectFrom('series_dates')
    .select(['day', 'outcome', 'reason'])
    .where('account_id', '=', accountId)
    .where('series_id', '=', id)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ reason, ...date }) => ({ ...date, reason: reason ?? undefined }));
}
