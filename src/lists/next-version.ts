// The steps by which all entrances write rows: they make the next version of a list, which nobody sees before all of
// it is stored (docs/decisions/0070-rows-of-lists-have-lifetimes.md).
import type { Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { queueCleaning } from './cleanings.store.ts';
import { LIST_LIMITS, type List, type ListActor, type NewRow, type RowCounts } from './list.ts';
import { insertListVersion } from './lists.store.ts';
import type { ListsDeps } from './lists-deps.ts';
import { labelKeyOf, publicWordsOfRow, wordsOfRow } from './row-words.ts';
import { endStates, insertStates, type RowState, selectStates } from './rows.store.ts';
import { showVersion } from './writers.store.ts';

/** What a version that is being made has so far, beyond the one that everybody sees. */
export interface VersionProgress {
  /** The highest sequence number so far. */
  readonly seq: number;
  readonly counts: RowCounts;
  readonly activeRows: number;
  readonly inactiveRows: number;
}

export const NOTHING: RowCounts = { added: 0, changed: 0, unchanged: 0, deactivated: 0 };

export const startOf = ({ seq, activeRows, inactiveRows }: List): VersionProgress => ({
  seq,
  counts: NOTHING,
  activeRows,
  inactiveRows,
});

/** Compares rows with the states that they have, and counts what writing them would do. */
export interface RowComparison {
  readonly counts: RowCounts;
  readonly added: readonly NewRow[];
  /** With the state before. */
  readonly changed: readonly (readonly [NewRow, RowState])[];
}

export function compareRows(rows: readonly NewRow[], states: readonly RowState[]): RowComparison {
  const before = new Map(states.map((state) => [state.key, state]));
  const added = rows.filter(({ key }) => !before.has(key));
  const changed = rows.flatMap((row) => {
    const state = before.get(row.key);
    return state === undefined || isSame(row, state) ? [] : [[row, state] as const];
  });
  const counts = {
    added: added.length,
    changed: changed.length,
    unchanged: rows.length - added.length - changed.length,
    deactivated: 0,
  };
  return { counts, added, changed };
}

const isSame = (row: NewRow, { active, label, cells }: RowState): boolean =>
  active && label === row.label && cells === JSON.stringify(row.cells);

/** Writes active rows with different keys into the next version. */
export async function stageRows(
  tx: Tx,
  { words }: Pick<ListsDeps, 'words'>,
  list: List,
  progress: VersionProgress,
  rows: readonly NewRow[],
): Promise<VersionProgress> {
  const keys = rows.map(({ key }) => key);
  const { counts, added, changed } = compareRows(rows, await selectStates(tx, list, keys));
  const stateOf = (row: NewRow, at: number, revision: number): RowState => ({
    seq: progress.seq + 1 + at,
    key: row.key,
    label: row.label,
    labelKey: labelKeyOf(row.label),
    words: [...wordsOfRow(words, list.columns, row), ...publicWordsOfRow(words, list, row)],
    cells: JSON.stringify(row.cells),
    active: true,
    revision,
  });
  const next = [
    ...added.map((row, i) => stateOf(row, i, 1)),
    ...changed.map(([row, { revision }], i) => stateOf(row, added.length + i, revision + 1)),
  ];
  const ended = changed.map(([, { seq }]) => seq);
  await endStates(tx, list, list.version + 1, ended);
  await insertStates(tx, list, list.version + 1, next);
  const restored = changed.filter(([, { active }]) => !active).length;
  return {
    seq: progress.seq + next.length,
    counts: sumOfCounts(progress.counts, counts),
    activeRows: progress.activeRows + added.length + restored,
    inactiveRows: progress.inactiveRows - restored,
  };
}

/** Makes active rows inactive in the next version. */
export async function stageInactive(
  tx: Tx,
  list: List,
  progress: VersionProgress,
  states: readonly RowState[],
): Promise<VersionProgress> {
  const next = states.map((state, i) => ({
    ...state,
    seq: progress.seq + 1 + i,
    active: false,
    revision: state.revision + 1,
  }));
  const ended = states.map(({ seq }) => seq);
  await endStates(tx, list, list.version + 1, ended);
  await insertStates(tx, list, list.version + 1, next);
  return {
    seq: progress.seq + next.length,
    counts: sumOfCounts(progress.counts, { ...NOTHING, deactivated: next.length }),
    activeRows: progress.activeRows - next.length,
    inactiveRows: progress.inactiveRows + next.length,
  };
}

/** Makes the next version the one that everybody sees. @returns the list as it was when nothing changed */
export async function finishVersion(
  tx: Tx,
  deps: Pick<ListsDeps, 'audit' | 'clock'>,
  by: ListActor,
  list: List,
  { seq, counts, activeRows, inactiveRows }: VersionProgress,
  via: 'file' | 'rows',
): Promise<List> {
  const isChanged = counts.added + counts.changed + counts.deactivated > 0;
  if (!isChanged) {
    await showVersion(tx, list);
    return list;
  }
  const next = { ...list, version: list.version + 1, seq, activeRows, inactiveRows };
  await showVersion(tx, next);
  await insertListVersion(tx, list, {
    number: next.version,
    at: deps.clock.now(),
    by: by.userId,
    via,
    counts,
    activeRows,
  });
  await queueCleaning(tx, list);
  await deps.audit.append(tx, by, {
    action: 'list.write-rows',
    targetType: 'List',
    targetId: list.id,
    detail: { name: list.name, version: next.version, ...counts },
  });
  return next;
}

export const sumOfCounts = (a: RowCounts, b: RowCounts): RowCounts => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  deactivated: a.deactivated + b.deactivated,
});

/** @throws AppError `invalid-rows` when the list would have too many active rows. */
export function requireRowsLeft({ activeRows }: VersionProgress): void {
  if (activeRows <= LIST_LIMITS.rows) return;
  const fault = {
    kind: 'tooManyRows',
    values: { limit: LIST_LIMITS.rows },
    text: `A list may have at most ${LIST_LIMITS.rows} rows; these would make it ${activeRows}.`,
  };
  throw fail('invalid-rows', fault.text, { extra: { faults: [fault], faultCount: 1 } });
}

export const listBusy = (): AppError =>
  fail('list-busy', 'Somebody is writing rows of this list. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  });
