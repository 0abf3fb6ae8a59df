// What people with a public link read of a list: active rows, and of these the public columns. The other columns leave the
// server neither as values nor by what a search finds, and how long a search takes does not depend on them.
import type { Reader } from '#db/database.ts';
import { findRows } from './find-rows.store.ts';
import { LIST_LIMITS, type List, type PublicRow, type Row } from './list.ts';
import type { ListsDeps } from './lists-deps.ts';
import { hasValue, publicTerms, wordOfValue } from './row-words.ts';
import { selectStates, selectStatesAfter, toRow } from './rows.store.ts';

export interface PublicQuery {
  /** What somebody typed, of at least two characters. */
  readonly text: string;
  /** Only rows with this value in a public column. */
  readonly filter?: { readonly column: string; readonly value: string } | undefined;
}

/**
 * Finds rows of a public list by the start of words in its public columns, by label. The row whose key is the text
 * comes first. @throws AppError `query-too-slow`, `busy`.
 */
export const searchPublicRows =
  ({ db, words }: ListsDeps) =>
  async (list: List, { text, filter }: PublicQuery): Promise<readonly PublicRow[]> => {
    const typed = text.trim();
    const typedTerms = publicTerms(list.publicMark, words.termsOf(typed));
    const terms = [
      ...typedTerms,
      ...(filter ? [[{ text: wordOfValue(filter.column, filter.value), isWhole: true }]] : []),
    ];
    const limit = LIST_LIMITS.publicHits;
    const search = { list, terms, active: true, after: undefined, limit };
    // Signs without any word find nothing but the row with this key.
    const states = typedTerms.length > 0 ? await findRows(db, words, search) : [];
    const exact = (await selectStates(db.reader, list, [typed])).filter(({ active }) => active);
    const fits = ({ cells }: Row) =>
      filter === undefined || hasValue(cells, filter.column, filter.value);
    const found = [...exact, ...states].map(toRow).filter(fits);
    const rows = new Map(found.map((row) => [row.key, row]));
    return [...rows.values()].slice(0, limit).map((row) => toPublicRow(list, row));
  };

/** Returns all active rows of a public list, by label; undefined when there are more than `most`. */
export async function readPublicRows(
  db: Reader,
  list: List,
  most: number,
): Promise<readonly PublicRow[] | undefined> {
  if (list.activeRows > most) return undefined;
  const states = await selectStatesAfter(db, list, { seq: 0, onlyActive: true }, most);
  return states
    .toSorted((a, b) => (a.labelKey < b.labelKey ? -1 : 1))
    .map((state) => toPublicRow(list, toRow(state)));
}

const toPublicRow = ({ publicColumns }: List, { key, label, seq, cells }: Row): PublicRow => {
  const shown = Object.entries(cells).filter(([column]) => publicColumns.includes(column));
  return { key, label, seq, cells: Object.fromEntries(shown) };
};
