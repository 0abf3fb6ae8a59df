// Extracts the text of a PDF as a reader copies it: glyphs are mapped to letters by the maps of its own fonts.
import { inflateSync } from 'node:zlib';

type Letters = ReadonlyMap<string, string>;

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendstream)?\nendobj(?=\n)/g;
const STREAM = /\nstream\r?\n/;

/** Returns the text of each page in the order of drawing, with a line break after each piece. */
export function pagesOfPdf(pdf: Buffer): readonly string[] {
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

const DRAWING = /\/(F\d+) [\d.]+ Tf|\[((?:<\w*>|[\s\d.-])*)\] TJ|\bET\b/g;

function drawnIn(content: string, fonts: ReadonlyMap<string, Letters>): string {
  let font: Letters = new Map();
  let text = '';
  for (const [, name, glyphs] of content.matchAll(DRAWING)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else if (glyphs === undefined) text += '\n';
    else for (const [code] of glyphs.matchAll(/\w{4}(?=\w*>)/g)) text += font.get(code) ?? '\uFFFD';
  }
  return text;
}
