// Solves the puzzle of a public link in a worker, so that the page can be used meanwhile.
import { leadingZeroBits, puzzleText } from '#public-links/puzzle-rule.ts';
import { sha256 } from './sha256.ts';

addEventListener('message', ({ data }: MessageEvent<{ puzzle: string; bits: number }>) => {
  const { puzzle, bits } = data;
  let solution = 0;
  while (leadingZeroBits(sha256(puzzleText(puzzle, solution))) < bits) solution += 1;
  postMessage(solution);
});
