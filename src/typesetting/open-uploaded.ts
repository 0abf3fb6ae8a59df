import { createHash } from 'node:crypto';
import { create, type Font } from 'fontkit';

/** A font that an organisation uploaded. */
export interface UploadedFont {
  readonly id: string;
  /** Of its bytes: the process keeps fonts by it. */
  readonly sha256: string;
}

/** The fonts of the last form, by hash: opening them again for each form of an export would take seconds. */
let opened: ReadonlyMap<string, Font> = new Map();

/** Opens the fonts that an organisation uploaded. One that was removed meanwhile is left out. */
export async function openUploaded(
  wanted: readonly UploadedFont[],
  read: (id: string) => Promise<Buffer | undefined>,
): Promise<readonly Font[]> {
  const fonts = new Map<string, Font>();
  for (const { id, sha256 } of wanted) {
    const font = opened.get(sha256) ?? openFont(await read(id), sha256);
    if (font) fonts.set(sha256, font);
  }
  opened = fonts;
  return [...fonts.values()];
}

/** @returns undefined for bytes that changed since they were checked, or that an archive brought with another hash */
function openFont(bytes: Buffer | undefined, sha256: string): Font | undefined {
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) return undefined;
  try {
    const font = create(bytes);
    if (font.type !== 'TTF') return undefined;
    // pdfkit takes two fonts of the same name for one, and would draw the glyphs of the other.
    const value = `Uploaded-${sha256.slice(0, 16)}`;
    return Object.defineProperty(font, 'postscriptName', { value });
  } catch {
    return undefined; // What only this font has is named as missing.
  }
}
