// The order in which the parts of a line are drawn: the Unicode Bidirectional Algorithm (UAX #9).
import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { charactersOf } from './fonts.ts';

const bidi = bidiFactory();

/** The letters of scripts that are written from right to left, and the characters that turn the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** bidi-js takes time that grows with the square of a text without letters, so that long ones are read in parts. */
const MOST_AT_ONCE = 1000;

export interface Levels {
  /** True if the text as a whole is written from right to left, as its first letter is. */
  readonly isRtl: boolean;
  /** The embedding level of each UTF-16 unit; odd ones are read from right to left. Undefined if all are 0. */
  readonly levels: Uint8Array | undefined;
}

/** Returns the embedding levels of a paragraph. */
export function levelsOf(text: string): Levels {
  if (!RIGHT_TO_LEFT.test(text)) return { isRtl: false, levels: undefined };
  const isRtl = isRightToLeft(text) ?? false;
  const levels = new Uint8Array(text.length);
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start);
    const part = bidi.getEmbeddingLevels(text.slice(start, end), isRtl ? 'rtl' : 'ltr');
    levels.set(part.levels, start);
    start = end;
  }
  return { isRtl, levels };
}

function endOfPart(text: string, start: number): number {
  const end = start + MOST_AT_ONCE;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > start ? space + 1 : end;
}

/** A letter, or a mark that stands for one. */
const FIRST_LETTER = /[\p{L}\u200e\u200f]/u;
/** The scripts that fontkit lays out from right to left by itself, as far as people still write them. */
const RTL_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u;

/** Returns whether the first letter of a text is written from right to left; undefined without letters. */
export function isRightToLeft(text: string): boolean | undefined {
  const [letter] = FIRST_LETTER.exec(text) ?? [];
  return letter === undefined ? undefined : letter === '\u200f' || RTL_SCRIPT.test(letter);
}

/** Returns the parts of a line from left to right, where `levels` has that of each part. */
export function visualOrder<Part extends { readonly level: number }>(
  parts: readonly Part[],
): readonly Part[] {
  const order = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  // Rule L2: from the highest level down, whatever is at the level or above it is reversed.
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < order.length; ) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return order;
}

/** The first character whose script is known decides how fontkit lays out a text. */
const SCRIPTED = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u;

/** Characters that only say where lines end and in which direction they run. */
const UNDRAWN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Makes the line that it begins one from right to left. */
export const RIGHT_TO_LEFT_MARK = '\u200f';

/** Returns a text in isolates (UAX #9), so that the text around it does not change its direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * Returns the text of a part as it has to be handed to fontkit, which turns letters of scripts from right to left by
 * itself and nothing else: with mirrored brackets (rule L4), and turned by hand where fontkit does not.
 * `isWhole` says that all its words must be laid out together.
 */
export function handedOver(text: string, level: number): { text: string; isWhole: boolean } {
  const drawn = text.replaceAll(UNDRAWN, '');
  const isTurned = level % 2 === 1;
  if (!isTurned && !RTL_SCRIPT.test(drawn)) return { text: drawn, isWhole: false };
  const mirrored = isTurned
    ? drawn.replaceAll(/./gu, (each) => bidi.getMirroredCharacter(each) ?? each)
    : drawn;
  const isTurnedByFontkit = RTL_SCRIPT.test(SCRIPTED.exec(drawn)?.[0] ?? '');
  const handed =
    isTurned === isTurnedByFontkit ? mirrored : [...charactersOf(mirrored)].reverse().join('');
  return { text: handed, isWhole: true };
}
