import type { Job } from '#jobs/jobs.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { forgetCleaning, selectCleanings } from './cleanings.store.ts';
import { LIST_LIMITS, type List } from './list.ts';
import { findList, lockList } from './lists.store.ts';
import type { ListsDeps } from './lists-deps.ts';
import { type Doomed, deleteStates, restoreStates, selectDoomed } from './rows.store.ts';
import {
  clearWriter,
  findWriter,
  renewWriter,
  selectAbandoned,
  showVersion,
  takeOver,
} from './writers.store.ts';

type Of = Pick<List, 'accountId' | 'id'>;
type Deps = Pick<ListsDeps, 'db' | 'clock' | 'ids'>;

/** Rows of one transaction, some milliseconds. */
const AT_ONCE = 100;
/** Lists of one run. */
const LISTS = 20;
/** Versions whose rows are kept beside the present one: a device may have seen them, and answers name their labels. */
const KEPT_VERSIONS = 20;

/**
 * Removes what a write left whose time is over. The list is taken over first, since that write may still go on: its next
 * step fails then, instead of showing a version of which rows were removed.
 */
export async function cleanAbandoned(deps: Deps, of: Of): Promise<void> {
  const { db, clock, ids } = deps;
  const name = ids.next();
  const isMine = await db.transaction((tx) => takeOver(tx, of, { name, now: clock.now() }));
  if (isMine) await cleanStaged(deps, of, name);
}

/** Removes the rows of a version that nobody ever saw, while the write with this name holds the list, and ends it. */
export async function cleanStaged(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  of: Of,
  name: string,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await db.transaction(async (tx) => {
      const list = await lockList(tx, of.accountId, of.id);
      if (!list || !(await renewWriter(tx, of, { name, now: clock.now() }))) return true;
      const doomed = await selectDoomed(tx, list, { what: 'staged', seq: list.seq }, AT_ONCE);
      await deleteStates(tx, list, doomed);
      const restored = await restoreStates(tx, list, list.version + 1, AT_ONCE);
      if (doomed.length + restored > 0) return false;
      await clearWriter(tx, list);
      return true;
    });
    await letOthersIn();
  }
}

/** The job that deletes rows that nothing needs any more, some at a time. */
export const cleanLists = (deps: Deps): Job => ({
  name: 'clean-lists',
  everyMs: 10_000,
  async run() {
    const { db, clock } = deps;
    for (const of of await selectAbandoned(db.reader, clock.now(), LISTS)) {
      await cleanAbandoned(deps, of);
    }
    for (const of of await selectCleanings(db.reader, LISTS)) await cleanOne(deps, of);
  },
});

async function cleanOne(deps: Deps, of: Of): Promise<void> {
  const list = await findList(deps.db.reader, of.accountId, of.id);
  if (list) {
    await deleteAll(deps, of, { what: 'superseded', version: list.version - KEPT_VERSIONS });
    await deleteOldest(deps, of, list);
  } else await deleteAll(deps, of, { what: 'all' });
  await deps.db.transaction(async (tx) => {
    // A request that has deleted or written the list meanwhile found it noted already, and relies on the next run. The lock
    // keeps others from doing so until it is forgotten.
    const now = await lockList(tx, of.accountId, of.id);
    if (now?.version === list?.version) await forgetCleaning(tx, of);
  });
}

async function deleteAll({ db }: Deps, of: Of, doomed: Doomed): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    count = await db.transaction(async (tx) => {
      const states = await selectDoomed(tx, of, doomed, AT_ONCE);
      await deleteStates(tx, of, states);
      return states.length;
    });
    await letOthersIn();
  }
}

/** Deletes inactive rows, the oldest first, when there are more of them than a list may have active ones. */
async function deleteOldest({ db }: Deps, of: Of, { inactiveRows }: List): Promise<void> {
  for (let left = inactiveRows - LIST_LIMITS.rows; left > 0; ) {
    const count = Math.min(left, AT_ONCE);
    const deleted = await db.transaction(async (tx) => {
      const list = await lockList(tx, of.accountId, of.id);
      if (!list || (await findWriter(tx, of)) !== undefined) return 0;
      const states = await selectDoomed(tx, of, { what: 'inactive' }, count);
      await deleteStates(tx, of, states);
      await showVersion(tx, { ...list, inactiveRows: list.inactiveRows - states.length });
      return states.length;
    });
    if (deleted === 0) return;
    left -= deleted;
    await letOthersIn();
  }
}
