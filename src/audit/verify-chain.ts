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
import { chainHash, type LinkedRow } from './chain-hash.ts';
import { type ChainHead, isSealed, type StoredHead } from './chain-head.ts';
import { type Fault, judge, MAX_COMPARED, type Suspect } from './faults.ts';

/** Lines read at once: few enough to be gone before the garbage collector takes them for something lasting. */
const PAGE = 200;
/** Faults that are told one by one. */
const MAX_FAULTS = 100;

export interface ChainReport {
  /** Every line that was ever linked is there, unchanged and in its place. */
  readonly intact: boolean;
  /** Lines that were looked at. */
  readonly checked: number;
  /** Where the chain ends; worth noting elsewhere. */
  readonly head: ChainHead | undefined;
  /** Lines not linked yet, which nothing proves. */
  readonly unlinked: Unlinked;
  /** In order, at most {@link MAX_FAULTS}. */
  readonly faults: readonly Fault[];
  /** How many there are altogether. */
  readonly faultCount: number;
}

/** An end of the chain that somebody noted earlier, outside the deployment. */
export interface Noted {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Proves the record of an account: walks the chain from its first line to its sealed end, a page at a
 * time. What is linked meanwhile is left for the next time.
 */
export async function verifyChain(
  db: Reader,
  seal: Seal,
  accountId: string,
  noted?: Noted,
): Promise<ChainReport> {
  const { head, last } = await readChainState(db, accountId);
  const walk = new Walk(noted);
  const end = Math.min(head?.seq ?? last ?? 0, last ?? 0);
  for await (const page of pagesUpTo(db, accountId, end)) for (const row of page) walk.step(row);
  const unlinked = await readUnlinked(db, accountId);
  walk.finish(endFaults(seal, accountId, { head, last, unlinked }), head);
  return { ...walk.report(), head: head && { seq: head.seq, hash: head.hash }, unlinked };
}

/** Page by page, leaping over gaps: who tampers may make them wide. */
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
    // SQLite answers at once: without a pause nothing else runs, and V8 puts off collecting garbage.
    await letOthersIn();
  }
}

/** What only the sealed end can tell. */
function endFaults(
  seal: Seal,
  accountId: string,
  state: {
    readonly head: StoredHead | undefined;
    readonly last: number | undefined;
    readonly unlinked: Unlinked;
  },
): readonly Fault[] {
  const { head, last, unlinked } = state;
  if (!head) {
    if (last !== undefined) return [{ kind: 'end-missing', seq: last }];
    return unlinked.count === 0 ? [{ kind: 'empty' }] : [];
  }
  const faults: Fault[] = [];
  if (!isSealed(seal, accountId, head)) faults.push({ kind: 'end-changed', seq: head.seq });
  if (last !== undefined && last > head.seq) {
    faults.push({ kind: 'added', from: head.seq + 1, to: last });
  }
  return faults;
}

/** One way through a chain; remembers the last line and what was wrong, not the lines. */
class Walk {
  readonly #noted: Noted | undefined;
  readonly #faults: Fault[] = [];
  readonly #suspects: Suspect[] = [];
  #isNotedThere: boolean;
  #faultCount = 0;
  #checked = 0;
  #last: { readonly seq: number; readonly hash: string | null } = { seq: 0, hash: null };

  constructor(noted: Noted | undefined) {
    this.#noted = noted;
    this.#isNotedThere = noted === undefined;
  }

  step(row: LinkedRow): void {
    const { chain_seq: seq, chain_hash: hash } = row;
    this.#checked += 1;
    if (seq < 1) {
      this.#add({ kind: 'added', from: seq, to: seq });
      return;
    }
    const { seq: before, hash: previous } = this.#last;
    // Behind a gap nothing is known of the line before: the gap is the fault.
    if (seq !== before + 1) this.#add({ kind: 'missing', from: before + 1, to: seq - 1 });
    else if (chainHash(previous, seq, row) !== hash) this.#suspect({ row, previous });
    if (this.#noted?.seq === seq && this.#noted.hash === hash) this.#isNotedThere = true;
    this.#last = { seq, hash };
  }

  finish(atEnd: readonly Fault[], head: ChainHead | undefined): void {
    const { seq, hash } = this.#last;
    if (head && seq < head.seq) this.#add({ kind: 'missing', from: seq + 1, to: head.seq });
    // The last line was changed together with its hash.
    else if (head && seq === head.seq && hash !== head.hash)
      this.#add({ kind: 'end-changed', seq });
    for (const fault of atEnd) this.#add(fault);
    if (!this.#isNotedThere && this.#noted) {
      this.#add({ kind: 'forgotten', seq: this.#noted.seq });
    }
    for (const fault of judge(this.#suspects)) this.#add(fault);
  }

  report(): Pick<ChainReport, 'intact' | 'checked' | 'faults' | 'faultCount'> {
    const placeOf = (fault: Fault): number =>
      'seq' in fault ? fault.seq : 'from' in fault ? fault.from : 0;
    const faults = this.#faults.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MAX_FAULTS);
    const faultCount = this.#faultCount;
    return { intact: faultCount === 0, checked: this.#checked, faults, faultCount };
  }

  #suspect(suspect: Suspect): void {
    const { chain_seq: seq, id } = suspect.row;
    if (this.#suspects.length < MAX_COMPARED) this.#suspects.push(suspect);
    else this.#add({ kind: 'changed', seq, id });
  }

  #add(fault: Fault): void {
    this.#faultCount += 1;
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(fault);
  }
}
