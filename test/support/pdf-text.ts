// Extracts the text of a PDF as a reader copies it: glyphs are mapped to letters by the maps of its own fonts.
import { inflateSync } from 'node:zlib';

type Letters = ReadonlyMap<string, string>;

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendstream)?\nendobj(?=\n)/g;
const STREAM = /\nstream\r?\n/;

/** A text that is drawn in one go, with the position of its left end on the base line, in points from the lower left. */
export interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Returns the text of each page in the order of drawing, with a line break after each piece. */
export const pagesOfPdf = (pdf: Buffer): readonly string[] =>
  drawnOnPages(pdf).map((drawn) => drawn.map(({ text }) => `${text}\n`).join(''));

/** Returns the lines of each page from top to bottom, with their glyphs from left to right as a reader sees them. */
export const linesOfPdf = (pdf: Buffer): readonly (readonly DrawnText[])[] =>
  drawnOnPages(pdf).map((drawn) => {
    const lines = Map.groupBy(drawn, ({ y }) => y);
    return [...lines]
      .toSorted(([a], [b]) => b - a)
      .map(([y, parts]) => {
        const sorted = parts.toSorted((a, b) => a.x - b.x);
        return { y, x: sorted[0]?.x ?? 0, text: sorted.map(({ text }) => text).join('') };
      });
  });

/** Returns the pieces of each page in the order of drawing. */
export function drawnOnPages(pdf: Buffer): readonly (readonly DrawnText[])[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(OBJECT)].map(([, id = '', body = '']) => [id, body]),
  );
  const bodies = [...objects.values()];
  const fonts = new Map<string, Letters>();
  for (const [, name = '', id = ''] of bodies.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    if (map !== undefined) fonts.set(name, lettersOf(streamIn(objects.get(map) ?? '')));
  }
  const pages = bodies.filter((body) => /\/Type \/Page\n/.test(body));
  return pages
    .map((page) => /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')
    .map((id) => drawnIn(streamIn(objects.get(id) ?? ''), fonts));
}

function streamIn(body: string): string {
  const start = STREAM.exec(body);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  if (start === null) return '';
  // The length is used, because the bytes may contain what looks like their end.
  const bytes = Buffer.from(body, 'latin1')
    .subarray(start.index + start[0].length)
    .subarray(0, length);
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Returns the letters of each glyph by its code, from a font's map. */
function lettersOf(map: string): Letters {
  const letters = new Map<string, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [i, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + i).toString(16).padStart(4, '0');
      letters.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

const PIECE = /\bBT\n1 0 0 1 ([\d.-]+) ([\d.-]+) Tm([\s\S]*?)\bET\b/g;
const GLYPHS = /\/(F\d+) [\d.]+ Tf|\[((?:<\w*>|[\s\d.-])*)\] TJ/g;

function drawnIn(content: string, fonts: ReadonlyMap<string, Letters>): readonly DrawnText[] {
  return Array.from(content.matchAll(PIECE), ([, x, y, body = '']) => {
    let font: Letters = new Map();
    let text = '';
    for (const [, name, glyphs = ''] of body.matchAll(GLYPHS)) {
      if (name !== undefined) font = fonts.get(name) ?? new Map();
      for (const [code] of glyphs.matchAll(/\w{4}(?=\w*>)/g)) text += font.get(code) ?? '\uFFFD';
    }
    return { text, x: Number(x), y: Number(y) };
  });
}
