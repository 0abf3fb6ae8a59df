// One line of text: measured, its parts in the order in which they are drawn.
import type { Fonts, Metrics } from './fonts.ts';
import type { Part } from './paragraphs.ts';
import { handedOver, visualOrder } from './visual-order.ts';

interface Run {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
  readonly wide: number;
  readonly options: PDFKit.Mixins.TextOptions;
}

/** A line that can be drawn, with its sizes in points. */
export interface SetLine {
  readonly runs: readonly Run[];
  readonly width: number;
  /** How far below its top the letters stand. */
  readonly ascent: number;
  readonly height: number;
}

/** Returns how high a line is, and how far below its top the letters stand. */
export function lineHeight(
  fonts: Fonts,
  parts: readonly Part[],
  size: number,
): { readonly ascent: number; readonly height: number } {
  const metrics = [...new Set(['regular', ...parts.map(({ font }) => font)])].map(fonts.metricsOf);
  const most = (of: keyof Metrics) => Math.max(...metrics.map((each) => each[of])) * size;
  const ascent = most('ascent');
  return { ascent, height: ascent + most('descent') + fonts.metricsOf('regular').gap * size };
}

/** Measures the parts of a line in a size, which stays that of the document. */
export function setLine(
  pdf: PDFKit.PDFDocument,
  fonts: Fonts,
  parts: readonly Part[],
  size: number,
): SetLine {
  pdf.fontSize(size);
  const runs = visualOrder(parts).map(({ text, font, colour, level }) => {
    const handed = handedOver(text, level);
    const wide = pdf.font(font).widthOfString(handed.text);
    // With features, even none, pdfkit lays out all words together. It need not measure again what was measured.
    const options = { textWidth: wide, wordCount: 1, ...(handed.isWhole && { features: [] }) };
    return { text: handed.text, font, colour, options, wide };
  });
  const width = runs.reduce((sum, { wide }) => sum + wide, 0);
  return { runs, width, ...lineHeight(fonts, parts, size) };
}

/** Draws a line in the size of the document, from its left end and its top. */
export function drawSetLine(
  pdf: PDFKit.PDFDocument,
  { runs, ascent }: SetLine,
  left: number,
  top: number,
): void {
  let at = left;
  for (const { text, font, colour, options, wide } of runs) {
    pdf.font(font).fillColor(colour);
    pdf.text(text, at, top + ascent, { ...options, lineBreak: false, baseline: 'alphabetic' });
    at += wide;
  }
}
