import { chainHash, type LinkedRow } from './chain-hash.ts';
import type { ChainHead } from './chain-head.ts';
import {
  type ChainFault,
  findFaults,
  MAX_CHAIN_FAULTS,
  MAX_COMPARED,
  type Suspect,
} from './faults.ts';

/** The result of checking a chain. */
export interface CheckedChain {
  /** Whether every event that was ever linked is there, unchanged and in its position. */
  readonly intact: boolean;
  /** How many events were checked. */
  readonly checked: number;
  /** The first {@link MAX_CHAIN_FAULTS} that were found, in the order of the chain. */
  readonly faults: readonly ChainFault[];
  /** How many were found altogether. */
  readonly faultCount: number;
}

/** Checks the events of one chain, which are added in order. It keeps the faults and the last event only. */
export class ChainCheck {
  readonly #earlier: ChainHead | undefined;
  readonly #faults: ChainFault[] = [];
  readonly #suspects: Suspect[] = [];
  #isEarlierThere: boolean;
  #faultCount = 0;
  #checked = 0;
  #last: { readonly seq: number; readonly hash: string | null } = { seq: 0, hash: null };

  constructor(earlier: ChainHead | undefined) {
    this.#earlier = earlier;
    this.#isEarlierThere = earlier === undefined;
  }

  add(row: LinkedRow): void {
    const { chain_seq: seq, chain_hash: hash } = row;
    this.#checked += 1;
    if (seq < 1) {
      this.#addFault({ kind: 'added', from: seq, to: seq });
      return;
    }
    const { seq: before, hash: previous } = this.#last;
    // After a gap, the hash of the previous event is unknown, so only the gap is reported.
    if (seq !== before + 1) this.#addFault({ kind: 'missing', from: before + 1, to: seq - 1 });
    else if (chainHash(previous, seq, row) !== hash) this.#suspect({ row, previous });
    if (this.#earlier?.seq === seq && this.#earlier.hash === hash) this.#isEarlierThere = true;
    this.#last = { seq, hash };
  }

  /** @param atEnd faults that only the sealed end shows */
  finish(atEnd: readonly ChainFault[], head: ChainHead | undefined): void {
    const { seq, hash } = this.#last;
    if (head && seq < head.seq) this.#addFault({ kind: 'missing', from: seq + 1, to: head.seq });
    // The last event was changed, and its stored hash with it.
    else if (head && seq === head.seq && hash !== head.hash)
      this.#addFault({ kind: 'end-changed', seq });
    for (const fault of atEnd) this.#addFault(fault);
    if (!this.#isEarlierThere && this.#earlier) {
      this.#addFault({ kind: 'forgotten', seq: this.#earlier.seq });
    }
    for (const fault of findFaults(this.#suspects)) this.#addFault(fault);
  }

  report(): CheckedChain {
    const positionOf = (fault: ChainFault): number =>
      'seq' in fault ? fault.seq : 'from' in fault ? fault.from : 0;
    const faults = this.#faults
      .toSorted((a, b) => positionOf(a) - positionOf(b))
      .slice(0, MAX_CHAIN_FAULTS);
    const faultCount = this.#faultCount;
    return { intact: faultCount === 0, checked: this.#checked, faults, faultCount };
  }

  #suspect(suspect: Suspect): void {
    const { chain_seq: seq, id } = suspect.row;
    if (this.#suspects.length < MAX_COMPARED) this.#suspects.push(suspect);
    else this.#addFault({ kind: 'changed', seq, id });
  }

  #addFault(fault: ChainFault): void {
    this.#faultCount += 1;
    if (this.#faults.length < MAX_CHAIN_FAULTS) this.#faults.push(fault);
  }
}
