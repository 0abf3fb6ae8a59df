/** The longest value that is stored in an indexed key column, in characters. */
export const MAX_KEY_LENGTH = 512;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * The comparison key of text that is compared without case. Computed in code and never in SQL:
 * SQLite's lower() knows ASCII only, and two engines would disagree.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** True for text that every store keeps unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
