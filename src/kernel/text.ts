/** The longest value that is stored in an indexed key column, in characters. */
export const MAX_KEY_LENGTH = 512;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Returns the comparison key of text that compares without case and width (RFC 8265 §3.3). Computed in code and never
 * in SQL: SQLite's lower() knows only ASCII, and the two engines would disagree.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return (
    narrow(text)
      .normalize('NFC')
      // Upper case makes SS of ß, and leaves the capital ẞ as it is.
      .replaceAll('ẞ', 'ß')
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
  );
}

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

/** The white space of Unicode (PropList White_Space), with the space itself first. */
export const WHITE_SPACE: readonly string[] = [
  ' ',
  ...range(0x09, 0x0d),
  ...['\u0085', '\u00a0', '\u1680'],
  ...range(0x2000, 0x200a),
  ...['\u2028', '\u2029', '\u202f', '\u205f', '\u3000'],
];
/** Characters without width: soft hyphen, joiners, marks of direction, the byte order mark. */
export const ZERO_WIDTH: readonly string[] = [
  ...['\u00ad', '\u061c', '\u180e'],
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2064),
  ...range(0x2066, 0x2069),
  '\ufeff',
];
const WHITE_RUN = new RegExp(`[${WHITE_SPACE.join('')}]+`, 'g');
const HIDDEN = new RegExp(`[${ZERO_WIDTH.join('')}]`, 'g');

/**
 * Returns a folded name as names are told apart: without characters of no width, each run of white space as one space,
 * none at the ends. src/db/collapsed.ts does the same in SQL.
 */
export function collapse(key: string): string {
  const collapsed = key.replaceAll(HIDDEN, '').replaceAll(WHITE_RUN, ' ');
  return collapsed.replace(/^ /, '').replace(/ $/, '');
}

/** Full-width letters, as typed on Chinese and Japanese keyboards, and half-width ones (RFC 8265 §3.3.1). */
const WIDTHS = /[\u3000\uff01-\uffee]/g;
const narrow = (text: string): string =>
  text.replaceAll(WIDTHS, (character) => character.normalize('NFKC'));

/** Returns whether every store keeps the text unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
