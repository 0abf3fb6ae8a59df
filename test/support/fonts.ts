// Fonts for tests: DejaVu Sans with another map of characters.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addFont, listFonts, removeFont } from '#fonts/index.ts';
import type { Instance } from './instance.ts';

const require = createRequire(import.meta.url);
const FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const HEAD_BYTES = 12;
const ENTRY_BYTES = 16;
const FIRST_GLYPH = 40;

/** Returns a font that has exactly these characters. Each looks like a letter of DejaVu Sans. */
export const fontWith = (characters: string): Buffer =>
  withTable(readFileSync(FILE), 'cmap', mapOf([...characters]));

/** Returns a font with other content in one of its tables. */
export function withTable(font: Buffer, name: string, content: Buffer): Buffer {
  const head = Buffer.from(font);
  const at = entryOf(head, name);
  head.writeUInt32BE(font.length, at + 8);
  head.writeUInt32BE(content.length, at + 12);
  return Buffer.concat([head, content]);
}

/** Returns the position of the entry of a table. */
export function entryOf(font: Buffer, name: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const at = HEAD_BYTES + i * ENTRY_BYTES;
    if (font.toString('latin1', at, at + 4) === name) return at;
  }
  throw new Error(`the font has no table ${name}`);
}

/** Returns a map of format 12: from each character to a glyph of its own. */
function mapOf(characters: readonly string[]): Buffer {
  const points = characters.map((each) => each.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  return groupsOf(points.map((point, i) => [point, point, FIRST_GLYPH + i]));
}

/** Returns a map of format 12 with these groups of first and last character, and the first glyph. */
export function groupsOf(groups: readonly (readonly [number, number, number])[]): Buffer {
  const map = Buffer.alloc(28 + groups.length * 12);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + groups.length * 12, 16);
  map.writeUInt32BE(groups.length, 24);
  for (const [i, group] of groups.entries()) {
    for (const [j, value] of group.entries()) map.writeUInt32BE(value, 28 + i * 12 + j * 4);
  }
  return map;
}

let made = 0;

/** Adds a font of its own to an account, after removing those that are there. @returns its id */
export function makeFont({ services }: Instance, accountId: string): Promise<string> {
  made += 1;
  const bytes = Buffer.concat([fontWith('日'), Buffer.from(`${made}`)]);
  const font = { bytes, name: 'Font', characters: 1 };
  return services.db.transaction(async (tx) => {
    const actor = { accountId, via: 'command-line' } as const;
    for (const { id } of await listFonts(tx, accountId)) await removeFont(services, tx, actor, id);
    return (await addFont(services, tx, actor, font)).id;
  });
}
