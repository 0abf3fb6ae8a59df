// Extracts the text of a PDF as a reader copies it: letters are stored as numbers of glyphs, and each font has a map
// from glyphs to letters (PDF 32000-1:2008, 9.10.3).
import { inflateSync } from 'node:zlib';

/** Returns one line for each drawn line, in the order of drawing. */
export function textOfPdf(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf
    .toString('latin1')
    .matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g)) {
    objects.set(id, body);
  }
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const body of objects.values()) {
    for (const [, list = ''] of body.matchAll(/\/Font <<([^>]*)>>/g)) {
      for (const [, name = '', id = ''] of list.matchAll(/\/(\w+) (\d+) 0 R/g)) {
        const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '';
        fonts.set(name, lettersIn(streamOf(objects.get(unicode) ?? '')));
      }
    }
  }
  return [...objects.values()]
    .map(streamOf)
    .filter((stream) => /\bTf\b/.test(stream))
    .map((page) => drawn(page, fonts))
    .join('');
}

function streamOf(body: string): string {
  const [, stream] = /stream\r?\n([\s\S]*)\nendstream/.exec(body) ?? [];
  if (stream === undefined) return '';
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return stream; // an image or a font, or not compressed
  }
}

/** Returns the letters of glyphs. */
function lettersIn(cmap: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const units = [...list.matchAll(/<([^>]*)>/g)].map(([, hex = '']) => textOf(hex));
    for (const [i, text] of units.entries()) {
      letters.set((Number.parseInt(from, 16) + i).toString(16).padStart(4, '0'), text);
    }
  }
  return letters;
}

const textOf = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

type Letters = ReadonlyMap<string, string>;

function drawn(page: string, fonts: ReadonlyMap<string, Letters>): string {
  let letters: Letters | undefined;
  let text = '';
  let line = '';
  for (const [, font, position, shown = ''] of page.matchAll(
    /\/(\w+) [\d.]+ Tf|1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\[([^\]]*)\] TJ/g,
  )) {
    if (font !== undefined) letters = fonts.get(font);
    if (position !== undefined && position !== line) text += '\n';
    line = position ?? line;
    text += said(shown, letters);
  }
  return `${text}\n`;
}

const said = (shown: string, letters: Letters | undefined): string =>
  [...shown.matchAll(/<(\w+)>/g)]
    .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
    .map((glyph) => letters?.get(glyph) ?? '\uFFFD')
    .join('');
