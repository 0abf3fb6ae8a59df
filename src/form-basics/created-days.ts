import type { Reader } from '#db/database.ts';
import { parsePeriod, type TimeSpan } from './days.ts';
import { readTimeZone } from './time-zone.store.ts';

/** The days on which forms were created, both included, as YYYY-MM-DD in the time zone of their account, or as words. */
export interface CreatedDays {
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/**
 * Returns the span of time that the days are; undefined without any.
 * @param now in milliseconds, for words such as `last-week`
 * @throws AppError `invalid-parameter` at `createdFrom` or `createdTo`
 */
export async function readCreated(
  db: Reader,
  accountId: string,
  { createdFrom, createdTo }: CreatedDays,
  now: number,
): Promise<TimeSpan | undefined> {
  if (createdFrom === undefined && createdTo === undefined) return undefined;
  const timeZone = await readTimeZone(db, accountId);
  const names = { from: 'createdFrom', to: 'createdTo' };
  return parsePeriod(names, { from: createdFrom, to: createdTo }, { timeZone, now });
}

/** What days add to the terms of a cursor. Cursors of lists without days stay as they were. */
export const termsOfDays = ({ createdFrom, createdTo }: CreatedDays) =>
  createdFrom === undefined && createdTo === undefined ? [] : [createdFrom, createdTo];
