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

/** Full-width letters, as typed on Chinese and Japanese keyboards, and half-width ones (RFC 8265 §3.3.1). */
const WIDTHS = /[\u3000\uff01-\uffee]/g;
const narrow = (text: string): string =>
  text.replaceAll(WIDTHS, (character) => character.normalize('NFKC'));

/** Returns whether every store keeps the text unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
