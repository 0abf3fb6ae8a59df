// Which font draws which part of a text.
import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);
const FILES = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  emoji: require.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
} as const;

/** The fonts of the program by name. Opening one takes longer than drawing a form, so all forms of a process share them. */
const ours = new Map<string, Font>();

function openOurs(): ReadonlyMap<string, Font> {
  for (const [name, file] of Object.entries(FILES)) {
    if (ours.has(name)) continue;
    const font = openSync(file);
    if (font.type !== 'TTF' && font.type !== 'WOFF') throw new Error(`${file} is not a font`);
    ours.set(name, font);
  }
  return ours;
}

export type Weight = 'regular' | 'bold';

/** A part of a text that one font draws. */
export interface FontRun {
  readonly text: string;
  /** The name under which the font is registered. */
  readonly font: string;
}

/** The sizes of a font as parts of its size. */
export interface Metrics {
  readonly ascent: number;
  readonly descent: number;
  readonly gap: number;
}

export interface Fonts {
  /** Splits a text into parts that one font has. Characters that no font has become {@link MISSING}. */
  runsOf(text: string, weight: Weight): readonly FontRun[];
  metricsOf(font: string): Metrics;
  /** The code points that no font had so far. */
  readonly missing: ReadonlySet<number>;
}

/** The character that is drawn for one that no font has. */
const MISSING = '\ufffd';

const IS_EMOJI = /^\p{RGI_Emoji}$/v;
/** Characters that are never drawn themselves, such as joiners. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const ASCII = /^[ -~]*$/;
/** A font may claim any height; one line must not fill a page. */
const MOST_ABOVE = 2;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Yields the characters of a text as a reader counts them: with their accents, and emoji of several parts whole. */
export function* charactersOf(text: string): IteratorObject<string, undefined> {
  if (ASCII.test(text)) yield* text;
  else for (const { segment } of characters.segment(text)) yield segment;
}

const knowing = new WeakSet<Font>();

/**
 * Makes the glyphs of a font know their characters. Fonts are kept from document to document, and writing one makes the
 * parts of a letter glyphs without characters, such as the E of É: E could not be copied from the next document.
 */
function knowCharacters(font: Font): void {
  if (knowing.has(font)) return;
  knowing.add(font);
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}

/**
 * Registers the fonts with a document.
 * @param uploaded fonts that may lack anything; each draws what those before it lack
 */
export function registerFonts(pdf: PDFKit.PDFDocument, uploaded: readonly Font[]): Fonts {
  const theirs = new Map(uploaded.map((font, i) => [`uploaded ${i}`, font]));
  const fonts = new Map([...openOurs(), ...theirs]);
  for (const [name, font] of fonts) {
    knowCharacters(font);
    // The types of pdfkit do not know that it also takes a font that is open.
    Reflect.apply(pdf.registerFont, pdf, [name, font]);
  }
  const chains = {
    regular: ['regular', ...theirs.keys(), 'emoji'],
    bold: ['bold', 'regular', ...theirs.keys(), 'emoji'],
  };
  const missing = new Set<number>();
  const known: Record<Weight, Map<string, FontRun>> = { regular: new Map(), bold: new Map() };
  const has = (name: string, character: string): boolean =>
    [...character].every(
      (each) =>
        IGNORED.test(each) || fonts.get(name)?.hasGlyphForCodePoint(each.codePointAt(0) ?? 0),
    );
  const choose = (character: string, weight: Weight): FontRun => {
    const chain = IS_EMOJI.test(character) ? ['emoji', ...chains[weight]] : chains[weight];
    const font = chain.find((name) => has(name, character));
    if (font !== undefined) return { text: character, font };
    // The letter may be there without its accent, and one of the two is better than none.
    const parts = [...character].filter((each) => !IGNORED.test(each));
    const lacking = parts.filter((each) => !chain.some((name) => has(name, each)));
    for (const each of lacking) missing.add(each.codePointAt(0) ?? 0);
    const text = parts.map((each) => (lacking.includes(each) ? MISSING : each)).join('');
    return { text, font: chain.find((name) => has(name, text)) ?? weight };
  };
  const chosen = (character: string, weight: Weight): FontRun => {
    const found = known[weight].get(character) ?? choose(character, weight);
    known[weight].set(character, found);
    return found;
  };
  return {
    runsOf(text, weight) {
      if (ASCII.test(text)) return text === '' ? [] : [{ text, font: weight }];
      const runs: { text: string; font: string }[] = [];
      for (const character of charactersOf(text)) {
        const last = runs.at(-1);
        // A space belongs to the word before it, whose letters are shaped together. That of emoji is too wide.
        const run =
          character === ' ' && last && last.font !== 'emoji' && has(last.font, ' ')
            ? { text: character, font: last.font }
            : chosen(character, weight);
        if (last?.font === run.font) last.text += run.text;
        else runs.push({ ...run });
      }
      return runs;
    },
    metricsOf(name) {
      const font = fonts.get(name);
      const part = (height: number) =>
        Math.min(MOST_ABOVE, Math.max(0, height / (font?.unitsPerEm ?? 1)));
      return {
        ascent: part(font?.ascent ?? 1),
        descent: part(-(font?.descent ?? 0)),
        gap: part(font?.lineGap ?? 0),
      };
    },
    missing,
  };
}
