// Writes texts into a PDF, in any script: the one place that lays out lines.
import type { Font } from 'fontkit';
import { breakLines, type Span } from './break-lines.ts';
import { charactersOf, type Fonts, registerFonts, type Weight } from './fonts.ts';
import { type Paragraph, type Part, type Piece, paragraphsOf, partsOf } from './paragraphs.ts';
import { drawSetLine, lineHeight, setLine } from './set-line.ts';
import { levelsOf } from './visual-order.ts';

/** Where a text stands, in points from the left edge of the page. */
export interface Box {
  readonly x: number;
  readonly width: number;
  /** Where lines begin whose letters don't say it; by default at the side of the document. */
  readonly side?: Side;
}

/** The side at which a line begins. */
export type Side = 'left' | 'right';

export interface Look {
  /** In points. */
  readonly size: number;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly weight?: Weight;
}

export interface Pen {
  /** Writes a text below the one before, on as many lines and pages as it needs. */
  write(text: string | readonly Piece[], box: Box, look: Look): void;
  /** Writes the part of a text that fits on one line at the height `y`, then an ellipsis. */
  writeLine(text: string, box: Box & { readonly y: number; readonly side: Side }, look: Look): void;
  /** Returns how high a text is that `write` writes, in points. */
  heightOf(text: string | readonly Piece[], box: Box, look: Look): number;
  /** Returns how wide a text is without breaks of lines, and its longest word, in points. */
  widthOf(text: string, look: Look): { readonly whole: number; readonly word: number };
  /** The code points that no font had, in the order of their appearance. */
  readonly missing: ReadonlySet<number>;
}

/** More characters than fit on any line need not be measured. */
const LONGEST_LINE = 400;

/**
 * Returns the pen of a document.
 * @param side where lines begin whose letters don't say it; in a form from right to left, all of them
 */
export function createPen(
  pdf: PDFKit.PDFDocument,
  side: Side,
  uploaded: readonly Font[] = [],
): Pen {
  const fonts = registerFonts(pdf, uploaded);
  pdf.font('regular');
  const widthOf = (parts: readonly Part[]): number =>
    parts.reduce((sum, { text, font }) => sum + pdf.font(font).widthOfString(text), 0);
  return {
    write(text, box, look) {
      pdf.fontSize(look.size);
      const pieces = typeof text === 'string' ? [{ text }] : text;
      for (const paragraph of paragraphsOf(fonts, pieces, look)) {
        const { levels, isRtl } = levelsOf(paragraph.text);
        const measure = (span: Span) => widthOf(partsOf(paragraph, span, undefined));
        const line = {
          ...box,
          size: look.size,
          side: isRtl ? ('right' as const) : (box.side ?? side),
        };
        for (const span of breakLines(paragraph.text, box.width, measure)) {
          drawLine(pdf, fonts, partsOf(paragraph, span, levels), line);
        }
      }
      pdf.font('regular');
    },
    writeLine(text, { y, ...box }, look) {
      pdf.fontSize(look.size);
      const written = text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE);
      const ofText = (shown: string): Paragraph => {
        const [paragraph = EMPTY] = paragraphsOf(fonts, [{ text: shown }], look);
        return paragraph;
      };
      const fits = (shown: string): boolean => {
        const paragraph = ofText(shown);
        return widthOf(partsOf(paragraph, whole(paragraph), undefined)) <= box.width;
      };
      const paragraph = ofText(fits(written) ? written : shortened(written, fits));
      const { levels } = levelsOf(paragraph.text);
      pdf.y = y;
      drawLine(pdf, fonts, partsOf(paragraph, whole(paragraph), levels), {
        ...box,
        size: look.size,
      });
      pdf.font('regular');
    },
    heightOf(text, box, look) {
      pdf.fontSize(look.size);
      const pieces = typeof text === 'string' ? [{ text }] : text;
      let height = 0;
      for (const paragraph of paragraphsOf(fonts, pieces, look)) {
        const measure = (span: Span) => widthOf(partsOf(paragraph, span, undefined));
        for (const span of breakLines(paragraph.text, box.width, measure)) {
          height += lineHeight(fonts, partsOf(paragraph, span, undefined), look.size).height;
        }
      }
      pdf.font('regular');
      return height;
    },
    widthOf(text, look) {
      pdf.fontSize(look.size);
      const widest = (texts: readonly string[]): number =>
        Math.max(
          0,
          ...texts.flatMap((each) =>
            paragraphsOf(fonts, [{ text: each.slice(0, LONGEST_LINE) }], look).map((paragraph) =>
              widthOf(partsOf(paragraph, whole(paragraph), undefined)),
            ),
          ),
        );
      const widths = { whole: widest([text]), word: widest(text.split(/\s+/)) };
      pdf.font('regular');
      return widths;
    },
    missing: fonts.missing,
  };
}

const EMPTY: Paragraph = { text: '', runs: [] };
const whole = ({ text }: Paragraph): Span => ({ start: 0, end: text.length });

/** Returns the longest beginning of a text that fits with an ellipsis. */
function shortened(text: string, fits: (shown: string) => boolean): string {
  const characters = [...charactersOf(text)];
  let low = 0;
  let high = characters.length;
  const beginning = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(beginning(middle))) low = middle;
    else high = middle - 1;
  }
  return beginning(low);
}

interface LineBox extends Box {
  readonly side: Side;
  readonly size: number;
}

/** Draws a line where the document stands, on a new page if this one is full, and moves below it. */
function drawLine(
  pdf: PDFKit.PDFDocument,
  fonts: Fonts,
  parts: readonly Part[],
  { x, width, side, size }: LineBox,
): void {
  const line = setLine(pdf, fonts, parts, size);
  if (pdf.y + line.height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  drawSetLine(pdf, line, side === 'right' ? x + width - line.width : x, top);
  pdf.x = x;
  pdf.y = top + line.height;
}
