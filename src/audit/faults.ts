import { chainHash, type LinkedRow } from './chain-hash.ts';

/** A fault in the audit log of an account. Numbers are positions in the chain. */
export type ChainFault =
  /** The event, its hash, or the hash of the previous event is not what was linked. */
  | { readonly kind: 'changed'; readonly seq: number; readonly id: string }
  /** The event was linked at the position `from`. */
  | { readonly kind: 'moved'; readonly seq: number; readonly id: string; readonly from: number }
  /** The events from one number to another, both included, are gone. */
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  /** Events have numbers that the chain never reached. */
  | { readonly kind: 'added'; readonly from: number; readonly to: number }
  /** The stored end of the chain is not what Formstead sealed: events may be gone from its end. */
  | { readonly kind: 'end-changed'; readonly seq: number }
  /** Linked events exist, but the stored end of the chain is gone. */
  | { readonly kind: 'end-missing'; readonly seq: number }
  /** The account has no event at all, although every account begins with one. */
  | { readonly kind: 'empty' }
  /** The chain does not contain the earlier end that the caller kept. */
  | { readonly kind: 'forgotten'; readonly seq: number };

/** An event whose hash does not match its content and the previous event. */
export interface Suspect {
  readonly row: LinkedRow;
  /** Stored hash of the previous event. */
  readonly previous: string | null;
}

/** Faults that are reported one by one; beyond these, only their number is reported. */
export const MAX_CHAIN_FAULTS = 100;

/** Suspects that are compared with each other; the work grows with the cube of their number. */
export const MAX_COMPARED = 32;

/**
 * Returns the faults among suspect events. Tells changed events from moved ones, and reports no fault for an event
 * that only follows a moved one.
 */
export function findFaults(suspects: readonly Suspect[]): readonly ChainFault[] {
  const compared = suspects.slice(0, MAX_COMPARED);
  const previous = [...new Set(compared.flatMap((each) => [each.previous, each.row.chain_hash]))];
  const hashAt = new Map(compared.map(({ row }) => [row.chain_seq, row.chain_hash]));
  const positionsOf = (row: LinkedRow): readonly number[] =>
    [...hashAt].flatMap(([seq, hash]) => {
      const isFrom = previous.some((each) => {
        const made = chainHash(each, seq, row);
        return made === row.chain_hash || made === hash;
      });
      return isFrom ? [seq] : [];
    });
  return suspects.flatMap(({ row }, index): readonly ChainFault[] => {
    const { chain_seq: seq, id } = row;
    const [from] = index < MAX_COMPARED ? positionsOf(row) : [];
    if (from === seq) return [];
    return [from === undefined ? { kind: 'changed', seq, id } : { kind: 'moved', seq, id, from }];
  });
}
