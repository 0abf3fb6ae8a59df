import { create, type Font } from 'fontkit';
import PdfKit from 'pdfkit';
import type { FontReply } from './font-messages.ts';

/** The first bytes of TTF and OTF. Collections and web fonts begin otherwise. */
const BEGINNINGS: readonly string[] = ['00010000', '74727565', '4f54544f'];
const HEAD_BYTES = 12;
const ENTRY_BYTES = 16;
/** Tables without which no text can be laid out or embedded. */
const NEEDED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
/** Unicode has fewer characters; a map that claims more is made to keep readers busy. */
const MOST_CHARACTERS = 200_000;
/** How many characters are printed to try the font. */
const TRIED = 400;
const LONGEST_NAME = 100;

/**
 * Reads a font, and prints some of its characters with it.
 * @throws for a damaged one
 */
export async function readFontFile(bytes: Buffer): Promise<FontReply> {
  if (!BEGINNINGS.includes(bytes.subarray(0, 4).toString('hex'))) return { fault: 'format' };
  if (!hasWholeTables(bytes)) return { fault: 'damaged' };
  const font = create(bytes);
  if (font.type !== 'TTF') return { fault: 'format' };
  const { characterSet } = font;
  if (characterSet.length === 0 || characterSet.length > MOST_CHARACTERS)
    return { fault: 'damaged' };
  const step = Math.ceil(characterSet.length / TRIED);
  await print(
    font,
    characterSet.filter((_, i) => i % step === 0),
  );
  return { name: nameOf(font), characters: characterSet.length };
}

/** Returns whether all tables lie in the file and those that are needed are among them. */
function hasWholeTables(bytes: Buffer): boolean {
  if (bytes.length < HEAD_BYTES) return false;
  const count = bytes.readUInt16BE(4);
  if (bytes.length < HEAD_BYTES + count * ENTRY_BYTES) return false;
  const tables = new Set<string>();
  for (let i = 0; i < count; i += 1) {
    const at = HEAD_BYTES + i * ENTRY_BYTES;
    if (bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12) > bytes.length) return false;
    tables.add(bytes.toString('latin1', at, at + 4));
  }
  return NEEDED.every((name) => tables.has(name));
}

/** @throws if a glyph can't be laid out or the font can't be embedded */
async function print(font: Font, codePoints: readonly number[]): Promise<void> {
  // It would begin with a font of its own, which it loads as a file.
  const pdf = new PdfKit({ font: '' });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  pdf.on('data', () => undefined);
  pdf.on('end', resolve);
  pdf.on('error', reject);
  // The types of pdfkit do not know that it also takes a font that is open.
  Reflect.apply(pdf.font, pdf, [font]);
  pdf.text(String.fromCodePoint(...codePoints), 0, 0, { lineBreak: false });
  pdf.end();
  await promise;
}

function nameOf({ fullName, familyName }: Font): string {
  const known = [fullName, familyName].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  const name = (known ?? 'Font').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return name.slice(0, LONGEST_NAME).toWellFormed();
}
