import { bytesOfPicture } from '#forms/definition/check-picture.ts';
import type { Run } from '#forms/reading/rich-text.ts';
import type { StaticPart } from '#forms/reading/static-parts.ts';
import { writeText } from './pdf-text.ts';

const GREY = '#555555';

/** The most that a picture takes of the height of a page, in points. */
const PICTURE_HEIGHT = 200;

/** Returns how much of a page a part must not be torn across, in points. */
export const roomFor = ({ picture }: StaticPart): number =>
  60 + (picture === undefined ? 0 : PICTURE_HEIGHT);

/** Draws a heading or an instruction text at the left edge `x`, in points. */
export function drawStaticPart(pdf: PDFKit.PDFDocument, part: StaticPart, x: number): void {
  const { type, title, description, blocks, picture } = part;
  pdf.fillColor('black').fontSize(type === 'heading' ? 13 : 10);
  if (title !== undefined) writeText(pdf, 'bold', title, { x });
  pdf.fontSize(9);
  for (const block of blocks) {
    if (block.kind === 'paragraph') writeRuns(pdf, block.runs, x);
    else for (const item of block.items) writeRuns(pdf, [BULLET, ...item], x);
  }
  if (picture !== undefined && !drawPicture(pdf, picture, x)) {
    writeText(pdf, 'regular', part.pictureText, { x });
  }
  if (description !== undefined) {
    pdf.fillColor(GREY);
    writeText(pdf, 'regular', description, { x });
  }
  pdf.fillColor('black').moveDown(0.6);
}

/** @returns false for a picture that is none, behind a right beginning: its words are printed instead */
function drawPicture(pdf: PDFKit.PDFDocument, picture: string, x: number): boolean {
  try {
    const fit: [number, number] = [pdf.page.width - 2 * x, PICTURE_HEIGHT];
    // Without a position, the picture is part of the text flow: the next text starts below it.
    pdf.image(bytesOfPicture(picture), x, undefined, { fit });
    pdf.y += 4;
    return true;
  } catch {
    return false;
  }
}

const BULLET: Run = { text: '• ', isBold: false, href: undefined };

function writeRuns(pdf: PDFKit.PDFDocument, runs: readonly Run[], x: number): void {
  for (const [i, { text, isBold, href }] of runs.entries()) {
    // Nobody can press a printed link.
    const printed = href === undefined || href === text ? text : `${text} (${href})`;
    const continued = i < runs.length - 1;
    writeText(pdf, isBold ? 'bold' : 'regular', printed, { continued, ...(i === 0 && { x }) });
  }
}
