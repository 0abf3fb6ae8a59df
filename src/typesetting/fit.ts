// Texts in boxes of a fixed size: as large as they fit, whole or not at all.
import type { Font } from 'fontkit';
import {
  breakLines,
  LONGEST_WORD,
  type Span,
  withoutSpaceBehind,
  wordSpansOf,
} from './break-lines.ts';
import { charactersOf, type Fonts, registerFonts, type Weight } from './fonts.ts';
import { type Paragraph, type Part, paragraphsOf, partsOf } from './paragraphs.ts';
import { drawSetLine, lineHeight, type SetLine, setLine } from './set-line.ts';
import { levelsOf, visualOrder } from './visual-order.ts';

/** Where a text must stay, in points from the upper left corner of the page. */
export interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FitLook {
  /** Of letters, in points. */
  readonly size: { readonly min: number; readonly max: number };
  /** `#rrggbb`. */
  readonly colour: string;
  readonly weight?: Weight;
  /** `start`: where the script of the text begins. */
  readonly align: 'start' | 'left' | 'center' | 'right';
  readonly valign: 'top' | 'middle' | 'bottom';
}

/** A text that fits into its room. */
export interface Fitted {
  /** In points. */
  readonly size: number;
  /** Draws it on the page that the document is at. */
  draw(): void;
}

/** Fits texts into rooms. Each returns undefined for a text that does not fit as a whole, even in the smallest size. */
export interface Fitter {
  /** One line. Line breaks become spaces. */
  line(text: string, room: Room, look: FitLook): Fitted | undefined;
  /** As many lines as the room has. A word is only broken if it is wider than the room in every size. */
  lines(text: string, room: Room, look: FitLook): Fitted | undefined;
  /** One character in each cell of a row of equal ones. Spaces between words take one as well. */
  comb(text: string, room: Room, cells: number, look: FitLook): Fitted | undefined;
  /** The code points that no font had, in the order of their appearance. */
  readonly missing: ReadonlySet<number>;
}

const STEP = 0.5;
/** For sums of widths that are rounded. In points. */
const TOLERANCE = 0.01;
/** Longer texts fit into no box of a page that can be read. In UTF-16 units. */
const LONGEST_LINE = 2000;
const LONGEST_TEXT = 30_000;

export function createFitter(pdf: PDFKit.PDFDocument, uploaded: readonly Font[] = []): Fitter {
  const fonts = registerFonts(pdf, uploaded);
  return {
    line: (text, room, look) => fitLine({ pdf, fonts }, text, room, look),
    lines: (text, room, look) => fitLines({ pdf, fonts }, text, room, look),
    comb: (text, room, cells, look) => fitComb({ pdf, fonts }, text, { ...room, cells }, look),
    missing: fonts.missing,
  };
}

interface Press {
  readonly pdf: PDFKit.PDFDocument;
  readonly fonts: Fonts;
}

/** Returns the sizes from the largest to the smallest one. */
function sizesOf({ min, max }: FitLook['size']): readonly number[] {
  const steps = Math.max(0, Math.ceil((max - min) / STEP));
  return Array.from({ length: steps + 1 }, (_, i) => Math.max(min, max - i * STEP));
}

/** A paragraph with the direction of its parts. */
interface Directed {
  readonly paragraph: Paragraph;
  readonly levels: Uint8Array | undefined;
  readonly isRtl: boolean;
}

const directed = ({ fonts }: Press, text: string, look: FitLook): readonly Directed[] =>
  paragraphsOf(fonts, [{ text }], look).map((paragraph) => ({
    paragraph,
    ...levelsOf(paragraph.text),
  }));

const whole = ({ text }: Paragraph): Span => ({ start: 0, end: text.length });

const inOneLine = (text: string): string => text.replaceAll(/[\s\u0085]+/gu, ' ').trim();

function fitLine(press: Press, text: string, room: Room, look: FitLook): Fitted | undefined {
  const written = inOneLine(text);
  const first = written.length > LONGEST_LINE ? undefined : directed(press, written, look)[0];
  if (!first) return undefined;
  const parts = partsOf(first.paragraph, whole(first.paragraph), first.levels);
  const line = setLine(press.pdf, press.fonts, parts, look.size.max);
  // Everything grows with the size.
  const size = sizesOf(look.size).find((each) => {
    const scale = each / look.size.max;
    return fits(line.width * scale, room.width) && fits(line.height * scale, room.height);
  });
  if (size === undefined) return undefined;
  const placed = { line: setLine(press.pdf, press.fonts, parts, size), isRtl: first.isRtl };
  return fitted(press, [placed], size, room, look);
}

const fits = (needed: number, given: number): boolean => needed <= given + TOLERANCE;

function fitLines(press: Press, text: string, room: Room, look: FitLook): Fitted | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const paragraphs = directed(press, text.trim(), look);
  const word = widestWord(press, paragraphs);
  const sizes = sizesOf(look.size);
  const unbroken = sizes.filter((size) => fits(word * size, room.width));
  for (const size of [...unbroken, ...sizes.filter((each) => !unbroken.includes(each))]) {
    const lines = setLines(press, paragraphs, room, size);
    if (lines) return fitted(press, lines, size, room, look);
  }
  return undefined;
}

/** Returns how wide a part of a paragraph is, in the size of the document. */
const widthOf = ({ pdf }: Press, paragraph: Paragraph, span: Span): number =>
  partsOf(paragraph, span, undefined).reduce(
    (sum, part) => sum + pdf.font(part.font).widthOfString(part.text),
    0,
  );

/** Returns the width of the widest word for each point of its size. */
function widestWord(press: Press, paragraphs: readonly Directed[]): number {
  press.pdf.fontSize(1);
  let widest = 0;
  for (const { paragraph } of paragraphs) {
    for (const span of wordSpansOf(paragraph.text)) {
      if (span.end - span.start > LONGEST_WORD) return Number.POSITIVE_INFINITY;
      const word = withoutSpaceBehind(paragraph.text, span);
      widest = Math.max(widest, widthOf(press, paragraph, word));
    }
  }
  return widest;
}

interface Placed {
  readonly line: SetLine;
  readonly isRtl: boolean;
}

/** Returns the lines of a text in a size; undefined if the room is too small for them. */
function setLines(
  press: Press,
  paragraphs: readonly Directed[],
  room: Room,
  size: number,
): readonly Placed[] | undefined {
  const { pdf, fonts } = press;
  const least = lineHeight(fonts, [], size).height;
  const lines: Placed[] = [];
  let height = 0;
  for (const { paragraph, levels, isRtl } of paragraphs) {
    pdf.fontSize(size);
    const measure = (span: Span) => widthOf(press, paragraph, span);
    const most = Math.floor((room.height - height) / least) + 1;
    for (const span of breakLines(paragraph.text, room.width, measure, most)) {
      const line = setLine(pdf, fonts, partsOf(paragraph, span, levels), size);
      height += line.height;
      if (!fits(height, room.height) || !fits(line.width, room.width)) return undefined;
      lines.push({ line, isRtl });
    }
  }
  return lines;
}

/** Returns how much of a free length is before what is aligned in it. */
const before = (free: number, align: 'start' | 'middle' | 'end'): number =>
  free * { start: 0, middle: 0.5, end: 1 }[align];

const across = (align: FitLook['align'], isRtl: boolean): 'start' | 'middle' | 'end' => {
  if (align === 'center') return 'middle';
  return align === 'right' || (align === 'start' && isRtl) ? 'end' : 'start';
};

const DOWN = { top: 'start', middle: 'middle', bottom: 'end' } as const;

function fitted(
  { pdf }: Press,
  lines: readonly Placed[],
  size: number,
  room: Room,
  look: FitLook,
): Fitted {
  const height = lines.reduce((sum, { line }) => sum + line.height, 0);
  return {
    size,
    draw: () => {
      pdf.fontSize(size);
      let top = room.y + before(room.height - height, DOWN[look.valign]);
      for (const { line, isRtl } of lines) {
        const left = room.x + before(room.width - line.width, across(look.align, isRtl));
        drawSetLine(pdf, line, left, top);
        top += line.height;
      }
    },
  };
}

interface Comb extends Room {
  readonly cells: number;
}

function fitComb(press: Press, text: string, comb: Comb, look: FitLook): Fitted | undefined {
  const written = inOneLine(text);
  const first = written.length > LONGEST_LINE ? undefined : directed(press, written, look)[0];
  if (!first) return undefined;
  const characters = charactersInCells(first);
  if (characters.length > comb.cells) return undefined;
  const cell = { ...comb, width: comb.width / comb.cells };
  for (const size of sizesOf(look.size)) {
    const lines = characters.map((part) => setLine(press.pdf, press.fonts, [part], size));
    if (lines.some(({ width, height }) => !fits(width, cell.width) || !fits(height, cell.height)))
      continue;
    const free = comb.cells - lines.length;
    const skipped = Math.floor(before(free, across(look.align, first.isRtl)));
    return {
      size,
      draw: () => {
        for (const [i, line] of lines.entries()) {
          const room = { ...cell, x: comb.x + (skipped + i) * cell.width };
          fitted(press, [{ line, isRtl: false }], size, room, centred(look)).draw();
        }
      },
    };
  }
  return undefined;
}

const centred = (look: FitLook): FitLook => ({ ...look, align: 'center' });

/** Returns the characters of a line as they are seen from left to right. */
const charactersInCells = ({ paragraph, levels }: Directed): readonly Part[] =>
  visualOrder(partsOf(paragraph, whole(paragraph), levels)).flatMap((part) => {
    const characters = [...charactersOf(part.text)].map((text) => ({ ...part, text }));
    return part.level % 2 === 1 ? characters.reverse() : characters;
  });
