import type { Reader } from '#db/database.ts';
import { parsePeriod, type TimeSpan } from './days.ts';
import { readTimeZone } from './time-zone.store.ts';

/** When the forms of a list are due: days as YYYY-MM-DD in the time zone of their account, both included. */
export interface DueDays {
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  /** true: only drafts that are late. */
  readonly overdue?: boolean | undefined;
}

/**
 * Returns the conditions that these are.
 * @param now in milliseconds: what is late at this moment
 * @throws AppError `invalid-parameter` at `dueFrom` or `dueTo`
 */
export async function readDue(
  db: Reader,
  accountId: string,
  { dueFrom, dueTo, overdue }: DueDays,
  now: number,
): Promise<{ readonly due?: TimeSpan | undefined; readonly lateAt?: number | undefined }> {
  const lateAt = overdue === true ? now : undefined;
  if (dueFrom === undefined && dueTo === undefined) return { lateAt };
  const timeZone = await readTimeZone(db, accountId);
  const names = { from: 'dueFrom', to: 'dueTo' };
  return { lateAt, due: parsePeriod(names, { from: dueFrom, to: dueTo }, { timeZone, now }) };
}

/** What these add to the terms of a cursor. Cursors of lists without them stay as they were. */
export const termsOfDue = ({ dueFrom, dueTo, overdue }: DueDays) =>
  [dueFrom, dueTo, overdue].every((each) => each === undefined)
    ? []
    : ['due', dueFrom, dueTo, overdue === true];
