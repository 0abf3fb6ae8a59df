import type { Transaction } from '#db/database.ts';
import type { FairGate } from '#kernel/fair-gate.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { audit, requireListRevision, storeChanged } from './change-lists.ts';
import { checkPublicColumns } from './check-list.ts';
import { cleanAbandoned, cleanStaged } from './clean-rows.ts';
import type { List, ListActor } from './list.ts';
import { lockWithRight, requireListRight } from './list-rights.ts';
import type { ListsDeps } from './lists-deps.ts';
import { listBusy } from './next-version.ts';
import { isOfMarks, publicWordsOfRow } from './row-words.ts';
import { type RowState, replaceWords, selectStatesAfter, toRow } from './rows.store.ts';
import { clearWriter, findWriter, renewWriter, setWriter } from './writers.store.ts';

/** What people with a public link may read of a list. */
export interface Openness {
  /** The keys of the columns; none: the list is no longer public. */
  readonly columns: readonly string[];
  /** The revision that the caller has read. */
  readonly ifRevision?: number | undefined;
}

/** Rows of one transaction, some milliseconds. */
const AT_ONCE = 100;

/**
 * Makes the function that makes a list public, with other columns than before, or no longer public. The words by which
 * visitors find rows are stored piece by piece, while visitors see what was public before, and then all columns change
 * at once. A list stops being public at the next request.
 */
export function createOpenList(deps: ListsDeps, gate: FairGate) {
  /**
   * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `invalid-list`; `list-busy` while rows are written,
   * `busy`
   */
  return async (by: ListActor, id: string, { columns, ifRevision }: Openness): Promise<List> => {
    const { db } = deps;
    if (columns.length === 0)
      return await db.transaction((tx) => closeList(deps, tx, by, id, ifRevision));
    const found = await requireListRight(deps, db.reader, by, id, 'manage');
    requireListRevision(found, ifRevision);
    const wanted = checkPublicColumns(found, columns);
    return await gate.run(behalfIn(by.accountId), () => openColumns(deps, by, found, wanted));
  };
}

async function closeList(
  deps: ListsDeps,
  tx: Parameters<typeof lockWithRight>[1],
  by: ListActor,
  id: string,
  ifRevision: number | undefined,
): Promise<List> {
  const list = await lockWithRight(deps, tx, by, id, 'manage');
  requireListRevision(list, ifRevision);
  const isOpen = list.publicColumns.length > 0;
  if (!isOpen && (await findWriter(tx, list)) === undefined) return list;
  // Another mark ends what is making the list public at the same time.
  const closed = { publicColumns: [], publicMark: list.revision + 1 };
  const stored = await storeChanged(deps, tx, { ...list, ...closed });
  if (isOpen) await audit(deps, tx, by, 'list.close', stored);
  return stored;
}

async function openColumns(
  deps: ListsDeps,
  by: ListActor,
  seen: List,
  wanted: readonly string[],
): Promise<List> {
  const { db, clock, ids } = deps;
  const name = ids.next();
  const writer = () => ({ name, now: clock.now() });
  await cleanAbandoned(deps, seen);
  // Visitors see nothing of the steps before the last one, which waits until all of them are on the disk.
  return await db.batch(async (transaction) => {
    // The next revision is the mark: no other change of the list has the same.
    const begun = await transaction(async (tx) => {
      const list = await lockWithRight(deps, tx, by, seen.id, 'manage');
      requireListRevision(list, seen.revision);
      if ((await findWriter(tx, list)) !== undefined) throw listBusy();
      const stored = await storeChanged(deps, tx, list);
      await setWriter(tx, list, writer());
      return stored;
    });
    const open = { publicColumns: wanted, publicMark: begun.revision };
    try {
      await eachActive(deps, begun, (states) =>
        transaction(async (tx) => {
          if (!(await renewWriter(tx, begun, writer()))) throw listBusy();
          await replaceWords(
            tx,
            begun,
            states.map((state) => reworded(deps, begun, open, state)),
          );
        }),
      );
      return await finish(deps, transaction, by, begun, { name, ...open });
    } catch (error) {
      await cleanStaged(deps, begun, name);
      throw error;
    }
  });
}

type Open = Pick<List, 'publicColumns' | 'publicMark'>;

/** Gives a row the words of the columns that will be public. Those of the present ones stay while visitors use them. */
function reworded(
  { words }: Pick<ListsDeps, 'words'>,
  { columns, publicMark }: List,
  open: Open,
  state: RowState,
) {
  const kept = state.words.filter((word) => isOfMarks(word, [publicMark]));
  const own = publicWordsOfRow(words, { columns, ...open }, toRow(state));
  return { seq: state.seq, before: state.words, after: [...kept, ...own] };
}

async function eachActive(
  { db }: Pick<ListsDeps, 'db'>,
  list: List,
  handle: (states: readonly RowState[]) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const states = await selectStatesAfter(
      db.reader,
      list,
      { seq: after, onlyActive: true },
      AT_ONCE,
    );
    await handle(states);
    const last = states.at(-1);
    if (last === undefined || states.length < AT_ONCE) return;
    after = last.seq;
    await letOthersIn();
  }
}

const finish = (
  deps: ListsDeps,
  transaction: Transaction,
  by: ListActor,
  begun: List,
  { name, ...open }: Open & { readonly name: string },
): Promise<List> =>
  transaction(async (tx) => {
    // It may have been renamed meanwhile, or the right taken away.
    const list = await lockWithRight(deps, tx, by, begun.id, 'manage');
    if ((await findWriter(tx, list)) !== name) throw listBusy();
    // It was closed meanwhile, and stays closed.
    if (list.publicMark !== begun.publicMark) throw listBusy();
    await clearWriter(tx, list);
    const stored = await storeChanged(deps, tx, { ...list, ...open });
    const { publicColumns: columns, activeRows: rows } = stored;
    await audit(deps, tx, by, 'list.open', stored, { columns, rows });
    return stored;
  });
