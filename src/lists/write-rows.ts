import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { moreFaults } from '#kernel/more-faults.ts';
import { requireVersion } from '#kernel/require-revision.ts';
import { checkRow, type RowFault } from './check-rows.ts';
import { LIST_LIMITS, type List, type ListActor, type NewRow, type RowCounts } from './list.ts';
import { lockWithRight } from './list-rights.ts';
import type { ListsDeps } from './lists-deps.ts';
import {
  finishVersion,
  listBusy,
  requireRowsLeft,
  stageInactive,
  stageRows,
  startOf,
} from './next-version.ts';
import { selectStates } from './rows.store.ts';
import { findWriter } from './writers.store.ts';

export interface RowWrites {
  /** The values of each row by the keys of the columns: all of them, since a row is replaced. */
  readonly rows: readonly JsonObject[];
  /** The keys of rows that become inactive. */
  readonly deactivate: readonly string[];
  /** The version that the caller has read. */
  readonly ifVersion?: number | undefined;
}

export interface WrittenRows {
  readonly list: List;
  readonly counts: RowCounts;
}

/**
 * Adds, replaces and deactivates single rows. All other rows stay as they are. Rows that are inactive become active.
 * @throws AppError `not-found`, `forbidden`, `list-busy`, `precondition-failed`, `invalid-rows` with all `faults`.
 */
export const writeRows =
  (deps: ListsDeps) =>
  async (tx: Tx, by: ListActor, id: string, writes: RowWrites): Promise<WrittenRows> => {
    const list = requireRowsVersion(
      await lockWithRight(deps, tx, by, id, 'manage'),
      writes.ifVersion,
    );
    if ((await findWriter(tx, list)) !== undefined) throw listBusy();
    const rows = requireRows(list, writes);
    const states = await selectStates(tx, list, writes.deactivate);
    const staged = await stageRows(tx, deps, list, startOf(list), rows);
    const active = states.filter((state) => state.active);
    const progress = await stageInactive(tx, list, staged, active);
    requireRowsLeft(progress);
    const written = await finishVersion(tx, deps, by, list, progress, 'rows');
    return { list: written, counts: progress.counts };
  };

/** @throws AppError `precondition-failed` when the rows have changed since. */
export function requireRowsVersion(list: List, ifVersion: number | undefined): List {
  requireVersion('list', list.version, ifVersion, {
    text: `Somebody changed the rows since you read them: they are at version ${list.version}, not ${ifVersion}. Read them again, then repeat your change.`,
    because: { reason: 'list-rows-changed' },
  });
  return list;
}

function requireRows(list: List, { rows, deactivate }: RowWrites): readonly NewRow[] {
  const faults: RowFault[] = [];
  if (rows.length + deactivate.length > LIST_LIMITS.rowsAtOnce) {
    const values = { limit: LIST_LIMITS.rowsAtOnce };
    const text = `A request may write at most ${LIST_LIMITS.rowsAtOnce} rows. Send a file instead.`;
    throw invalidRows([{ kind: 'tooManyRows', values, text }], 1);
  }
  const seen = new Map<string, number>(deactivate.map((key) => [key, 0]));
  const checked = rows.flatMap((given, i) => {
    const row = i + 1;
    const unknown = Object.keys(given).find(
      (key) => !list.columns.some((each) => each.key === key),
    );
    if (unknown !== undefined) {
      const name = unknown.slice(0, 60).toWellFormed();
      const text = `The list has no column ${JSON.stringify(name)}.`;
      faults.push({ row, kind: 'unknownColumn', values: { name }, text });
      return [];
    }
    const read = checkRow(list, row, (key) => given[key] ?? '');
    if (!('cells' in read)) {
      faults.push(...read);
      return [];
    }
    const before = seen.get(read.key);
    seen.set(read.key, row);
    if (before === undefined) return [read];
    faults.push(repeatedKey(row, read.key, before));
    return [];
  });
  if (faults.length > 0) throw invalidRows(faults.slice(0, MOST_FAULTS), faults.length);
  return checked;
}

/** The most faults that are told at once. */
export const MOST_FAULTS = 100;

export function repeatedKey(row: number, key: string, before: number): RowFault {
  const shown = key.length > 60 ? `${key.slice(0, 59).toWellFormed()}…` : key;
  const text = `The key ${JSON.stringify(shown)} is already in row ${before}.`;
  return { row, kind: 'repeatedKey', values: { key: shown, before }, text };
}

/** Returns the 422 with the faults; its detail names the first one. */
export function invalidRows(faults: readonly RowFault[], faultCount: number) {
  const [first] = faults;
  const at = first?.row === undefined ? '' : `Row ${first.row}: `;
  return fail(
    'invalid-rows',
    `${at}${first?.text ?? 'The rows are not valid.'}${moreFaults(faultCount - 1)}`,
    {
      extra: { faults, faultCount },
    },
  );
}
