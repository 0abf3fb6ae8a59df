import { chainHash, type LinkedRow } from './chain-hash.ts';

/** What is wrong with the record of an account. Numbers are places in the chain. */
export type Fault =
  /** The line, its hash, or the hash of the line before is not what was linked. */
  | { readonly kind: 'changed'; readonly seq: number; readonly id: string }
  /** The line was linked at the place `from`. */
  | { readonly kind: 'moved'; readonly seq: number; readonly id: string; readonly from: number }
  /** Lines from one number to another, both included, are gone. */
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  /** Lines with numbers that the chain never reached. */
  | { readonly kind: 'added'; readonly from: number; readonly to: number }
  /** Where the chain ends is not what the service sealed: lines may be gone from its end. */
  | { readonly kind: 'end-changed'; readonly seq: number }
  /** There are linked lines, and where they end is gone. */
  | { readonly kind: 'end-missing'; readonly seq: number }
  /** The account has no line at all, though each begins with one. */
  | { readonly kind: 'empty' }
  /** The chain does not hold the line that the caller noted earlier. */
  | { readonly kind: 'forgotten'; readonly seq: number };

/** A line whose hash is not what its content and the line before make. */
export interface Suspect {
  readonly row: LinkedRow;
  /** Stored hash of the line before. */
  readonly previous: string | null;
}

/** Faults that are reported one by one; of more, only the number. */
export const MAX_FAULTS = 100;

/** Suspects that are compared with each other; the work grows with the cube. */
export const MAX_COMPARED = 32;

/**
 * Tells lines that changed from lines that changed places, and acquits those that only stand behind
 * one that moved.
 */
export function judge(suspects: readonly Suspect[]): readonly Fault[] {
  const compared = suspects.slice(0, MAX_COMPARED);
  const previous = [...new Set(compared.flatMap((each) => [each.previous, each.row.chain_hash]))];
  const hashAt = new Map(compared.map(({ row }) => [row.chain_seq, row.chain_hash]));
  const placesOf = (row: LinkedRow): readonly number[] =>
    [...hashAt].flatMap(([seq, hash]) => {
      const isFrom = previous.some((each) => {
        const made = chainHash(each, seq, row);
        return made === row.chain_hash || made === hash;
      });
      return isFrom ? [seq] : [];
    });
  return suspects.flatMap(({ row }, index): readonly Fault[] => {
    const { chain_seq: seq, id } = row;
    const [from] = index < MAX_COMPARED ? placesOf(row) : [];
    if (from === seq) return [];
    return [from === undefined ? { kind: 'changed', seq, id } : { kind: 'moved', seq, id, from }];
  });
}
