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
export function keepTogether(paper: Paper, height: number): void {
  const { y, page } = paper.pdf;
  if (y + height <= page.height - MARGIN - FOOT_HEIGHT) return;
  newPage(paper, isTurned(paper) ? 'landscape' : 'portrait');
}

/** Starts a page that stands upright, or lies on its side. */
export function newPage({ pdf }: Paper, layout: 'portrait' | 'landscape'): void {
  pdf.addPage({ ...pdf.options, layout });
}

export const isTurned = ({ pdf }: Paper): boolean => pdf.page.width > pdf.page.height;

/** Goes on on an upright page, after a table that needed the length of a page. */
export function standUpright(paper: Paper): void {
  if (isTurned(paper)) newPage(paper, 'portrait');
}

/** Points for each pixel of a picture: a small one is not blown up until its pixels show. */
const POINTS_PER_PIXEL = 0.75;

/** Returns how large a picture is drawn: as large as it is, or smaller, in the shape that it has. */
export function pictureSize(
  { pdf }: Paper,
  bytes: Buffer,
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  const picture = pdf.openImage(bytes);
  const scale = Math.min(POINTS_PER_PIXEL, width / picture.width, height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Returns whether a picture can be drawn. */
export function canDraw(pdf: PDFKit.PDFDocument, bytes: Buffer): boolean {
  try {
    pdf.openImage(bytes);
    return true;
  } catch {
    return false;
  }
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
    const size = pictureSize(paper, bytes, width, height);
    pdf.image(bytes, side === 'right' ? x + width - size.width : x, pdf.y, size);
    pdf.y += size.height + 4;
    return true;
  } catch {
    return false; // The caller writes words instead.
  }
}
