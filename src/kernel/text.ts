/** The longest value that is stored in an indexed key column, in characters. */
export const MAX_KEY_LENGTH = 512;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * The comparison key of text that is compared without case and width (RFC 8265 §3.3). Computed in code and never in SQL:
 * SQLite's lower() knows ASCII only, and two engines would disagree.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return narrow(text)
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Full-width letters as keyboards for Chinese and Japanese type them, and half-width ones (RFC 8265 §3.3.1). */
const WIDTHS = /[\u3000\uff01-\uffee]/g;
const narrow = (text: string): string =>
  text.replaceAll(WIDTHS, (character) => character.normalize('NFKC'));

/** True for text that every store keeps unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
