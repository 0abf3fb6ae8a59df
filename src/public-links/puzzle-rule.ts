// The proof of work of a public link: a browser looks for a number whose hash with the puzzle begins with zeros. It costs
// a phone about a second, and somebody who sends ten thousand forms some hours. Browsers load this file too.

/** The hash has to begin with this many zero bits: about 260,000 attempts on average. */
export const PUZZLE_BITS = 18;

/** The text whose SHA-256 is looked at. */
export const puzzleText = (puzzle: string, solution: number): string => `${puzzle}.${solution}`;

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
