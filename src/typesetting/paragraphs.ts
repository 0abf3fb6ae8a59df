// A text as lines without breaks in them, whose parts know their font, colour and direction.
import type { Span } from './break-lines.ts';
import type { Fonts, Weight } from './fonts.ts';

/** A part of a text with a look of its own. */
export interface Piece {
  readonly text: string;
  readonly weight?: Weight;
  /** `#rrggbb`. */
  readonly colour?: string;
}

interface Run {
  /** The position behind it, in UTF-16 units. */
  readonly end: number;
  readonly font: string;
  readonly colour: string;
}

export interface Paragraph {
  readonly text: string;
  readonly runs: readonly Run[];
}

/** A part of a line with one look and one direction. */
export interface Part {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
  /** The embedding level, of UAX #9. */
  readonly level: number;
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const CONTROLS = /\p{Cc}/gu;

/** Splits a text at its line breaks, and finds a font for each part. */
export function paragraphsOf(
  fonts: Fonts,
  pieces: readonly Piece[],
  look: { readonly weight?: Weight; readonly colour: string },
): readonly Paragraph[] {
  const paragraphs: { text: string; runs: Run[] }[] = [];
  for (const [
    n,
    { text, weight = look.weight ?? 'regular', colour = look.colour },
  ] of pieces.entries()) {
    for (const [i, line] of text.split(LINE_END).entries()) {
      if (n === 0 || i > 0) paragraphs.push({ text: '', runs: [] });
      const paragraph = paragraphs.at(-1);
      if (!paragraph) continue;
      const printable = line.replaceAll('\t', ' ').replaceAll(CONTROLS, '');
      for (const run of fonts.runsOf(printable, weight)) {
        paragraph.text += run.text;
        paragraph.runs.push({ end: paragraph.text.length, font: run.font, colour });
      }
    }
  }
  return paragraphs;
}

/** Returns the parts of a line in the order of reading. */
export function partsOf(
  { text, runs }: Paragraph,
  { start, end }: Span,
  levels: Uint8Array | undefined,
): readonly Part[] {
  const parts: Part[] = [];
  let at = start;
  for (let i = firstBehind(runs, start); at < end; i += 1) {
    const run = runs[i];
    if (!run) break;
    const last = Math.min(run.end, end);
    while (at < last) {
      const from = at;
      const level = levels?.[at] ?? 0;
      if (levels === undefined) at = last;
      while (at < last && levels?.[at] === level) at += 1;
      parts.push({ text: text.slice(from, at), font: run.font, colour: run.colour, level });
    }
  }
  return parts;
}

/** Returns the position of the first run that ends behind a place. */
function firstBehind(runs: readonly Run[], place: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
