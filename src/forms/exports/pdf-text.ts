import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  emoji: require.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
} as const;

export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FONTS)) pdf.registerFont(name, file);
}

interface Writing {
  /** Of its left edge, in points; left out: where the text before it began. */
  readonly x?: number;
  /** Whether more is to follow on the same line. */
  readonly continued?: boolean;
}

/** Writes text where the last one ended; emoji, which the font does not have, in one that has. */
export function writeText(
  pdf: PDFKit.PDFDocument,
  font: 'regular' | 'bold',
  text: string,
  { x, continued = false }: Writing = {},
): void {
  const pieces = breakable(text)
    .split(EMOJI)
    .map((piece, i) => [i % 2 === 0 ? font : 'emoji', piece] as const)
    .filter(([, piece], i) => piece !== '' || i === 0);
  for (const [i, [name, piece]] of pieces.entries()) {
    const options = { continued: continued || i < pieces.length - 1 };
    pdf.font(name);
    // Left undefined, its place would take the options with it.
    if (i === 0 && x !== undefined) pdf.text(piece, x, undefined, options);
    else pdf.text(piece, options);
  }
}

/** Writes as much of a text as stands in one line of that width, in points, and an ellipsis for the rest. */
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

// More letters than have room in any line would only be measured.
const LONGEST_LINE = 400;

/** Those that are pictures by themselves: an arrow or a © is a letter of the font. */
const EMOJI = /((?:\p{RGI_Emoji})+)/v;

/**
 * A word is measured whole, and again for each letter that it is too long by: one of 100,000 letters takes all memory
 * there is. So long words may break within, where it is not seen.
 */
const breakable = (text: string): string => text.replaceAll(LONG_WORD, '$&\u200b');
// A no-break space is white and breaks nothing.
const LONG_WORD = /[^\t\n\r \u200b]{400}(?=[^\t\n\r \u200b])/gu;
