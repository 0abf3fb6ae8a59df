import { createHash } from 'node:crypto';
import { leadingZeroBits, PUZZLE_BITS, puzzleText } from './puzzle-rule.ts';

/** Returns whether a number solves a puzzle. */
export function isSolved(puzzle: string, solution: number): boolean {
  const hash = createHash('sha256').update(puzzleText(puzzle, solution)).digest();
  return leadingZeroBits(hash) >= PUZZLE_BITS;
}
