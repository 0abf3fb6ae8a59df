// Where lines end: the Unicode Line Breaking Algorithm (UAX #14).
import LineBreaker from 'linebreak';
import { charactersOf } from './fonts.ts';

/** A word of more UTF-16 units is wider than any line. Measuring it as a whole would use up all memory. */
export const LONGEST_WORD = 400;

/** A part of a text, from `start` up to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the lines of a paragraph. A word that is wider than a line is broken within.
 * @param measure returns the width of a part, in the unit of `width`
 * @param most the reading of the text ends with more lines than this, which are not all lines then
 */
export function breakLines(
  text: string,
  width: number,
  measure: (span: Span) => number,
  most = Number.POSITIVE_INFINITY,
): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  let filled = 0;
  const endLine = (end: number): void => {
    lines.push(withoutSpaceBehind(text, { start, end }));
    start = end;
    filled = 0;
  };
  const breakWithin = (word: Span): void => {
    let at = word.start;
    for (const character of charactersOf(text.slice(word.start, word.end))) {
      const wide = measure({ start: at, end: at + character.length });
      if (filled > 0 && filled + wide > width) endLine(at);
      filled += wide;
      at += character.length;
    }
  };
  for (const word of wordSpansOf(text)) {
    if (lines.length > most) return lines;
    if (word.end - word.start > LONGEST_WORD) {
      breakWithin(word);
      continue;
    }
    // Space behind a word may stick out.
    const wide = measure(withoutSpaceBehind(text, word));
    if (filled > 0 && filled + wide > width) endLine(word.start);
    if (wide > width) breakWithin(word);
    else filled += measure(word);
  }
  endLine(text.length);
  return lines;
}

/** Yields the parts of a text between which a line may end. */
export function* wordSpansOf(text: string): Iterable<Span> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    yield { start, end: next.position };
    start = next.position;
  }
}

export function withoutSpaceBehind(text: string, { start, end }: Span): Span {
  let last = end;
  while (last > start && text[last - 1] === ' ') last -= 1;
  return { start, end: last };
}
