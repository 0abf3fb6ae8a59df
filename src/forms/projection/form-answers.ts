import type { Reader } from '#db/database.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { type FormAnswers, selectAnswers, selectLengths } from './form-answers.store.ts';

/** The most characters of answers on one page. One form alone may have a million. */
export const MAX_PAGE_LENGTH = 4_000_000;
/** Forms whose answers are parsed before other requests are served. */
const AT_ONCE = 5;

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
  let total = 0;
  const excess = rows.findIndex(({ id }) => {
    total += lengths.get(id) ?? 0;
    return total > MAX_PAGE_LENGTH;
  });
  return excess < 0 ? rows.length : Math.max(1, excess);
}

/** Returns the stored answers of forms by id, without those that were purged. Other requests are served in between. */
export async function readFormAnswers(
  db: Reader,
  accountId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, FormAnswers>> {
  const all = new Map<string, FormAnswers>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = await selectAnswers(db, accountId, idsOf(rows.slice(from, from + AT_ONCE)));
    for (const [id, form] of some) all.set(id, form);
    await letOthersIn();
  }
  return all;
}

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id);
