import type { Transaction } from '#db/database.ts';
import { renewStatistics } from '#db/dialect.ts';
import { createFairGate, type FairGate } from '#kernel/fair-gate.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { cleanAbandoned, cleanStaged } from './clean-rows.ts';
import type { List, ListActor, RowCounts } from './list.ts';
import { lockWithRight, requireListRight } from './list-rights.ts';
import type { ListsDeps } from './lists-deps.ts';
import {
  compareRows,
  finishVersion,
  listBusy,
  NOTHING,
  stageInactive,
  stageRows,
  startOf,
  sumOfCounts,
  type VersionProgress,
} from './next-version.ts';
import { type RowsFile, readRowsFile } from './read-rows-file.ts';
import { type RowState, selectStates, selectStatesAfter } from './rows.store.ts';
import { invalidRows, requireRowsVersion } from './write-rows.ts';
import { findWriter, renewWriter, setWriter } from './writers.store.ts';

export interface ImportOptions {
  /** True: nothing is stored, and the report tells what would be. */
  readonly preview: boolean;
  /** The version that the caller has read. */
  readonly ifVersion?: number | undefined;
}

interface Example {
  readonly key: string;
  readonly label: string;
}

export interface ImportReport extends Pick<RowsFile, 'faults' | 'faultCount'> {
  /** The version that the file was compared with; after an import, the one that it made. */
  readonly version: number;
  readonly rows: number;
  readonly counts: RowCounts;
  /** Some of the rows; only in a preview. */
  readonly examples: {
    readonly added: readonly Example[];
    readonly changed: readonly Example[];
    readonly deactivated: readonly Example[];
  };
}

export type ImportRows = ReturnType<typeof createImportRows>;

const EXAMPLES = 5;
/** Rows that are compared with the keys of a file at once. */
const AT_ONCE = 100;
/** After so many written rows, the storage counts its rows anew. */
const MANY = 1000;

/** Makes the gate of what reads or writes all rows of a list. */
export const createListGate = (): FairGate =>
  createFairGate(
    SHARES.listFiles.shares,
    'Other rows of lists of this organisation are being read. Try again in a moment.',
  );

/**
 * Makes the function that replaces all rows of a list by those of a CSV file: rows that the file lacks become inactive.
 * The next version is written piece by piece, while everybody sees the present one, and is then shown as a whole.
 * A few files are read at once, and one of a person.
 */
export function createImportRows(deps: ListsDeps, gate: FairGate) {
  /**
   * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `list-busy`, `busy`; if it is no preview,
   * `invalid-rows` with the `faults`
   */
  return async (
    by: ListActor,
    id: string,
    source: AsyncIterable<Uint8Array>,
    { preview, ifVersion }: ImportOptions,
  ): Promise<ImportReport> => {
    const found = await requireListRight(deps, deps.db.reader, by, id, 'manage');
    const list = requireRowsVersion(found, ifVersion);
    return await gate.run(behalfIn(by.accountId), () =>
      preview ? previewFile(deps, list, source) : applyFile(deps, by, list, source),
    );
  };
}

async function previewFile(
  { db }: ListsDeps,
  list: List,
  source: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  let counts = NOTHING;
  const added: Example[] = [];
  const changed: Example[] = [];
  const deactivated: Example[] = [];
  const file = await readRowsFile(list, source, async (rows) => {
    const keys = rows.map(({ key }) => key);
    const compared = compareRows(rows, await selectStates(db.reader, list, keys));
    counts = sumOfCounts(counts, compared.counts);
    addExamples(added, compared.added);
    addExamples(
      changed,
      compared.changed.map(([row]) => row),
    );
  });
  if (file.faultCount === 0) {
    await eachMissing(db.reader, list, file, async (states) => {
      counts = sumOfCounts(counts, { ...NOTHING, deactivated: states.length });
      addExamples(deactivated, states);
    });
  }
  const examples = { added, changed, deactivated };
  return { ...reportOn(file), version: list.version, counts, examples };
}

const addExamples = (examples: Example[], rows: readonly Example[]): void => {
  const more = rows.slice(0, EXAMPLES - examples.length);
  examples.push(...more.map(({ key, label }) => ({ key, label })));
};

const reportOn = ({ faults, faultCount, rowsByKey }: RowsFile) => ({
  rows: rowsByKey.size,
  faults,
  faultCount,
});

async function applyFile(
  deps: ListsDeps,
  by: ListActor,
  seen: List,
  source: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const { db, clock, ids } = deps;
  const name = ids.next();
  const writer = () => ({ name, now: clock.now() });
  await cleanAbandoned(deps, seen);
  // Nobody sees the steps before the last one, which waits until all of them are on the disk.
  return await db.batch(async (transaction) => {
    const list = await transaction(async (tx) => {
      const locked = requireRowsVersion(
        await lockWithRight(deps, tx, by, seen.id, 'manage'),
        seen.version,
      );
      if ((await findWriter(tx, locked)) !== undefined) throw listBusy();
      await setWriter(tx, locked, writer());
      return locked;
    });
    try {
      let progress: VersionProgress = startOf(list);
      const step = async (
        stage: (tx: Parameters<typeof stageRows>[0]) => Promise<VersionProgress>,
      ) => {
        progress = await transaction(async (tx) => {
          if (!(await renewWriter(tx, list, writer()))) throw listBusy();
          return await stage(tx);
        });
      };
      const file = await readRowsFile(list, source, (rows) =>
        step((tx) => stageRows(tx, deps, list, progress, rows)),
      );
      if (file.faultCount > 0) throw invalidRows(file.faults, file.faultCount);
      await eachMissing(db.reader, list, file, (states) =>
        step((tx) => stageInactive(tx, list, progress, states)),
      );
      // Before anybody sees the rows, so that the first search is as fast as every other one.
      if (progress.seq - list.seq > MANY) {
        await transaction((tx) => renewStatistics(tx, 'list_rows', 'list_words'));
      }
      const written = await finish(deps, transaction, by, list, progress, name);
      return {
        ...reportOn(file),
        version: written.version,
        counts: progress.counts,
        examples: { added: [], changed: [], deactivated: [] },
      };
    } catch (error) {
      await cleanStaged(deps, list, name);
      throw error;
    }
  });
}

const finish = (
  deps: ListsDeps,
  transaction: Transaction,
  by: ListActor,
  { id }: List,
  progress: VersionProgress,
  name: string,
): Promise<List> =>
  transaction(async (tx) => {
    // It may have been renamed meanwhile, or the right taken away.
    const list = await lockWithRight(deps, tx, by, id, 'manage');
    if ((await findWriter(tx, list)) !== name) throw listBusy();
    return await finishVersion(tx, deps, by, list, progress, 'file');
  });

/** Hands over the active rows of a list that a file lacks, some at a time. */
async function eachMissing(
  db: ListsDeps['db']['reader'],
  list: List,
  { rowsByKey }: RowsFile,
  handle: (states: readonly RowState[]) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const options = { seq: after, onlyActive: true };
    const states = await selectStatesAfter(db, list, options, AT_ONCE);
    const missing = states.filter(({ key }) => !rowsByKey.has(key));
    if (missing.length > 0) await handle(missing);
    const last = states.at(-1);
    if (last === undefined || states.length < AT_ONCE) return;
    after = last.seq;
    await letOthersIn();
  }
}
