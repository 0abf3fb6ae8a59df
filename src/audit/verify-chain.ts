import type { Reader } from '#db/database.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  nextLinked,
  readChainState,
  readUnlinked,
  selectLinked,
  type Unlinked,
} from './chain.store.ts';
import { ChainCheck, type CheckedChain } from './chain-check.ts';
import type { LinkedRow } from './chain-hash.ts';
import { type ChainHead, isSealed, type StoredHead } from './chain-head.ts';
import type { ChainFault } from './faults.ts';

/** How many events are read at once: few enough that V8 frees them before it moves them to the old generation. */
const PAGE = 200;

export interface ChainReport extends CheckedChain {
  /** The end of the chain. A copy outside the deployment proves later that no older state was restored. */
  readonly head: ChainHead | undefined;
  /** Events that were not linked yet when the check began, so nothing proves that they are unchanged. */
  readonly unlinked: Unlinked;
}

/**
 * Checks the audit log of an account: reads the chain from its first event to its sealed end, a page at a time. Events
 * that are linked while the chain is read are not checked.
 * @param earlier an end of the chain that was kept outside the deployment
 */
export async function verifyChain(
  db: Reader,
  seal: Seal,
  accountId: string,
  earlier?: ChainHead,
): Promise<ChainReport> {
  // Counted before the chain is read. In the other order, an account whose first events are linked in between would
  // seem to have no event at all, which is a fault.
  const unlinked = await readUnlinked(db, accountId);
  const { head, last } = await readChainState(db, accountId);
  const check = new ChainCheck(earlier);
  const end = Math.min(head?.seq ?? last ?? 0, last ?? 0);
  for await (const page of pagesUpTo(db, accountId, end)) for (const row of page) check.add(row);
  check.finish(endFaults(seal, accountId, { head, last, unlinked }), head);
  return { ...check.report(), head: head && { seq: head.seq, hash: head.hash }, unlinked };
}

/** Yields the events page by page, and skips gaps, because tampering can make them millions of numbers wide. */
async function* pagesUpTo(
  db: Reader,
  accountId: string,
  end: number,
): AsyncGenerator<readonly LinkedRow[]> {
  let from = await nextLinked(db, accountId, Number.MIN_SAFE_INTEGER);
  while (from !== undefined && from <= end) {
    const to = Math.min(from + PAGE - 1, end);
    const page = await selectLinked(db, accountId, { from, to });
    yield page;
    from = page.length < PAGE ? await nextLinked(db, accountId, to) : to + 1;
    // SQLite answers synchronously: without a pause, no other request runs, and V8 delays garbage collection.
    await letOthersIn();
  }
}

/** Returns the faults that only the sealed end shows. */
function endFaults(
  seal: Seal,
  accountId: string,
  state: {
    readonly head: StoredHead | undefined;
    readonly last: number | undefined;
    readonly unlinked: Unlinked;
  },
): readonly ChainFault[] {
  const { head, last, unlinked } = state;
  if (!head) {
    if (last !== undefined) return [{ kind: 'end-missing', seq: last }];
    return unlinked.count === 0 ? [{ kind: 'empty' }] : [];
  }
  const faults: ChainFault[] = [];
  if (!isSealed(seal, accountId, head)) faults.push({ kind: 'end-changed', seq: head.seq });
  if (last !== undefined && last > head.seq) {
    faults.push({ kind: 'added', from: head.seq + 1, to: last });
  }
  return faults;
}
