import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  emoji: require.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
} as const;

/** Fonts by file. To open one takes longer than to draw a form, so that all forms of a process share them. */
const opened = new Map<string, unknown>();

export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FONTS)) {
    if (!opened.has(file)) opened.set(file, openSync(file));
    // The types of pdfkit do not know that it also takes a font that is open.
    Reflect.apply(pdf.registerFont, pdf, [name, opened.get(file)]);
  }
}

interface Writing {
  /** The left edge in points; by default that of the text before it. */
  readonly x?: number;
  /** Whether more text follows on the same line. */
  readonly continued?: boolean;
  /** The width in points; by default up to the margin. */
  readonly width?: number | undefined;
}

/** Writes text after the previous one. Emoji, which the text font lacks, are written in another font. */
export function writeText(
  pdf: PDFKit.PDFDocument,
  font: 'regular' | 'bold',
  text: string,
  { x, continued = false, width }: Writing = {},
): void {
  const pieces = breakable(text)
    .split(EMOJI)
    .map((piece, i) => [i % 2 === 0 ? font : 'emoji', piece] as const)
    .filter(([, piece], i) => piece !== '' || i === 0);
  for (const [i, [name, piece]] of pieces.entries()) {
    const options = {
      continued: continued || i < pieces.length - 1,
      ...(width !== undefined && { width }),
    };
    pdf.font(name);
    // Passing undefined would make pdfkit ignore the options.
    if (i === 0 && x !== undefined) pdf.text(piece, x, undefined, options);
    else pdf.text(piece, options);
  }
}

/** Writes the part of a text that fits on one line of this width in points, then an ellipsis. */
export function writeLine(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const visible = text.slice(0, LONGEST_LINE);
  let at = x;
  for (const [i, piece] of visible.split(EMOJI).entries()) {
    const left = x + width - at;
    if (piece === '' || left <= 0) continue;
    pdf.font(i % 2 === 0 ? 'regular' : 'emoji');
    pdf.text(piece, at, y, { width: left, lineBreak: false, ellipsis: true });
    at += pdf.widthOfString(piece);
  }
}

// More characters than fit on any line need not be measured.
const LONGEST_LINE = 400;

/** Only characters that are emoji by default: the text font has arrows and ©. */
const EMOJI = /((?:\p{RGI_Emoji})+)/v;

/**
 * Adds invisible break opportunities to long words. pdfkit measures an overlong word again for each excess letter; one
 * of 100,000 letters uses up all memory.
 */
const breakable = (text: string): string => text.replaceAll(LONG_WORD, '$&\u200b');
// A no-break space is no break opportunity.
const LONG_WORD = /[^\t\n\r \u200b]{400}(?=[^\t\n\r \u200b])/gu;
