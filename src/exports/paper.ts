// The pages of a PDF: their margins, and on which side everything begins.
import type { Box, Pen, Side } from '#typesetting/pen.ts';

export const MARGIN = 50;
export const FOOT_HEIGHT = 30;
const INDENT = 14;
export const SIGNATURE_HEIGHT = 110;
export const GREY = '#555555';
export const BLACK = '#000000';

export interface Paper {
  readonly pdf: PDFKit.PDFDocument;
  readonly pen: Pen;
  /** The right one for a form that is written from right to left. */
  readonly side: Side;
}

interface Place {
  /** How far inside of which others it stands. */
  readonly depth?: number;
  /** Which of two columns; by default the whole width. */
  readonly column?: 0 | 1 | undefined;
}

/** Returns where a text may stand between the margins. */
export function boxAt({ pdf, side }: Paper, { depth = 0, column }: Place = {}): Box {
  const whole = pdf.page.width - 2 * MARGIN;
  const half = (whole - INDENT) / 2;
  const indent = column === 1 ? half + INDENT : depth * INDENT;
  const width = column === undefined ? whole - indent : half;
  const x = side === 'left' ? MARGIN + indent : pdf.page.width - MARGIN - indent - width;
  return { x, width };
}

/** Starts a new page when less than this height is left, so that the next elements stay on one page. */
export function keepTogether({ pdf }: Paper, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN - FOOT_HEIGHT) pdf.addPage();
}

/** Draws a picture below the text before it. @returns false when it cannot be drawn. */
export function drawPicture(
  paper: Paper,
  bytes: Buffer,
  { height, depth = 0 }: Place & { readonly height: number },
): boolean {
  const { pdf, side } = paper;
  const { x, width } = boxAt(paper, { depth });
  try {
    // Without a position, the picture is part of the text flow: the next text starts below it.
    pdf.image(bytes, x, undefined, {
      fit: [width, height],
      ...(side === 'right' && { align: 'right' }),
    });
    pdf.y += 4;
    return true;
  } catch {
    return false; // The caller writes words instead.
  }
}
