import type { Reader } from '#db/database.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { type FormAnswers, selectAnswers, selectLengths } from './form-answers.store.ts';

/** The most characters of answers on one page. One form alone may have a million. */
export const MAX_PAGE_LENGTH = 4_000_000;
/** Answers that are read and parsed, in about a millisecond, before other requests are served. */
const AT_ONCE = 100_000;

interface Row {
  readonly id: string;
}

/** Returns how many of the forms fit on one page with their answers, at least one. */
export async function fittingForms(
  db: Reader,
  accountId: string,
  rows: readonly Row[],
): Promise<number> {
  const lengths = await selectLengths(db, accountId, idsOf(rows));
  return fitting(rows, lengths, MAX_PAGE_LENGTH).length;
}

/** Returns the stored answers of forms by id, without those that were purged. Other requests are served in between. */
export async function readFormAnswers(
  db: Reader,
  accountId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, FormAnswers>> {
  const all = new Map<string, FormAnswers>();
  const lengths = await selectLengths(db, accountId, idsOf(rows));
  for (let from = 0; from < rows.length; ) {
    const some = fitting(rows.slice(from), lengths, AT_ONCE);
    for (const [id, form] of await selectAnswers(db, accountId, idsOf(some))) all.set(id, form);
    from += some.length;
    await letOthersIn();
  }
  return all;
}

/** Returns the first forms whose answers have at most so many characters together, at least one. */
function fitting(
  rows: readonly Row[],
  lengths: ReadonlyMap<string, number>,
  most: number,
): readonly Row[] {
  let total = 0;
  const excess = rows.findIndex(({ id }) => {
    total += lengths.get(id) ?? 0;
    return total > most;
  });
  return excess < 0 ? rows : rows.slice(0, Math.max(1, excess));
}

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id);
