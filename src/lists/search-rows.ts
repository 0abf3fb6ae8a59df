import { findRows } from './find-rows.store.ts';
import { LIST_LIMITS, type List, type Row } from './list.ts';
import type { ListsDeps } from './lists-deps.ts';
import { hasValue, wordOfValue } from './row-words.ts';
import { selectStates, selectStatesAfter, toRow } from './rows.store.ts';

export interface RowQuery {
  /** What somebody typed; empty: all rows. */
  readonly text: string;
  /** Only rows with this value in a column. */
  readonly filter?: { readonly column: string; readonly value: string } | undefined;
  /** Active rows unless false. */
  readonly active?: boolean | undefined;
  /** The position of the last row of the page before. */
  readonly after?: readonly string[] | undefined;
  readonly limit?: number | undefined;
}

export interface FoundRows {
  readonly rows: readonly Row[];
  /** The position of the last row when there may be more. */
  readonly next: readonly string[] | undefined;
}

/**
 * Finds rows by the start of words, whatever their case and accents, in the order of their labels. On the first page,
 * the row whose key is the text comes first, so that a scanned code finds its row.
 * @throws AppError `query-too-slow`, `busy`.
 */
export const searchRows =
  (deps: ListsDeps) =>
  async (list: List, query: RowQuery): Promise<FoundRows> => {
    const { text, filter, active = true, after, limit = LIST_LIMITS.hits } = query;
    const typed = text.trim();
    const terms = [
      ...deps.words.termsOf(typed),
      ...(filter ? [[{ text: wordOfValue(filter.column, filter.value), isWhole: true }]] : []),
    ];
    // Signs without any word find nothing but the row with this key.
    const isSearchable = typed === '' || deps.words.termsOf(typed).length > 0;
    const states = isSearchable
      ? await findRows(deps.db, deps.words, { list, terms, active, after, limit: limit + 1 })
      : [];
    const page = states.slice(0, limit);
    const last = states.length > limit ? page.at(-1) : undefined;
    const exact = after === undefined && typed !== '' ? await exactOf(deps, list, query) : [];
    const found = page
      .map(toRow)
      .filter((row) => filter === undefined || hasValue(row.cells, filter.column, filter.value));
    const rows = [...exact, ...found.filter(({ key }) => !exact.some((row) => row.key === key))];
    return { rows: rows.slice(0, limit), next: last && [last.labelKey, String(last.seq)] };
  };

async function exactOf(
  { db }: ListsDeps,
  list: List,
  { text, filter, active = true }: RowQuery,
): Promise<readonly Row[]> {
  const states = await selectStates(db.reader, list, [text.trim()]);
  return states
    .filter((state) => state.active === active)
    .map(toRow)
    .filter(({ cells }) => filter === undefined || hasValue(cells, filter.column, filter.value));
}

export interface RowChanges {
  readonly rows: readonly Row[];
  /** Where the next request continues. */
  readonly seq: number;
  readonly version: number;
  /** Whether there are no more changes. */
  readonly isComplete: boolean;
}

/** Rows of one answer. */
const CHANGES = 1000;

/** Returns the rows that changed after `seq`, for a device that keeps the list; after 0, the active ones. */
export const rowsSince =
  ({ db }: ListsDeps) =>
  async (list: List, seq: number): Promise<RowChanges> => {
    const options = { seq, onlyActive: seq === 0 };
    const states = await selectStatesAfter(db.reader, list, options, CHANGES);
    const isComplete = states.length < CHANGES;
    const last = states.at(-1)?.seq ?? seq;
    return {
      rows: states.map(toRow),
      seq: isComplete ? Math.max(last, list.seq) : last,
      version: list.version,
      isComplete,
    };
  };
