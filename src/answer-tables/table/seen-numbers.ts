/** Positive whole numbers that were seen, a bit each: a template may have millions of forms. */
export interface SeenNumbers {
  /** @returns false when the number was seen before */
  add(number: number): boolean;
}

const BITS = 8;
/** Bytes that are kept at a time, for numbers that follow each other. */
const PIECE = 1024;

export function createSeenNumbers(): SeenNumbers {
  const pieces = new Map<number, Uint8Array>();
  return {
    add(number) {
      const index = Math.floor(number / (PIECE * BITS));
      const piece = pieces.get(index) ?? new Uint8Array(PIECE);
      pieces.set(index, piece);
      const at = Math.floor(number / BITS) % PIECE;
      const bit = 1 << (number % BITS);
      const before = piece[at] ?? 0;
      piece[at] = before | bit;
      return (before & bit) === 0;
    },
  };
}
