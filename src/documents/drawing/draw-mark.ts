// Marks are drawn as lines: fonts differ in whether they have a tick, and in how it looks.
import type { Room } from '#typesetting/fit.ts';
import type { TickStyle } from './box.ts';

/** Corners as shares of the square in the middle of the room. */
const STROKES: Readonly<Record<'tick' | 'cross', readonly (readonly [number, number][])[]>> = {
  tick: [
    [
      [0.16, 0.52],
      [0.4, 0.8],
      [0.84, 0.2],
    ],
  ],
  cross: [
    [
      [0.18, 0.18],
      [0.82, 0.82],
    ],
    [
      [0.82, 0.18],
      [0.18, 0.82],
    ],
  ],
};
const FILLED = 0.7;
/** The thickness of lines: a share of the square, and that of a circle in points. */
const THICKNESS = 0.11;
const CIRCLE = 1;

/** Draws a mark into the middle of a room. A circle goes around all of it. */
export function drawMark(
  pdf: PDFKit.PDFDocument,
  style: TickStyle,
  { x, y, width, height }: Room,
  colour: string,
): void {
  const side = Math.min(width, height);
  const left = x + (width - side) / 2;
  const top = y + (height - side) / 2;
  pdf.save();
  if (style === 'fill') {
    const inset = (side * (1 - FILLED)) / 2;
    pdf.rect(left + inset, top + inset, side * FILLED, side * FILLED).fill(colour);
  } else if (style === 'circle') {
    pdf.lineWidth(CIRCLE);
    pdf.ellipse(x + width / 2, y + height / 2, (width - CIRCLE) / 2, (height - CIRCLE) / 2);
    pdf.stroke(colour);
  } else {
    pdf
      .lineWidth(side * THICKNESS)
      .lineCap('round')
      .lineJoin('round');
    for (const stroke of STROKES[style]) {
      for (const [i, [across, down]] of stroke.entries()) {
        const [at, below] = [left + across * side, top + down * side];
        if (i === 0) pdf.moveTo(at, below);
        else pdf.lineTo(at, below);
      }
    }
    pdf.stroke(colour);
  }
  pdf.restore();
}
