/** Printable ASCII, which only needs lower-casing. */
const ASCII = /^[ -~]*$/;

/**
 * Returns the comparison key of text whose case does not matter (RFC 7643 §2.2 caseExact; RFC 7644 §5, §7.8: prepared
 * by RFC 8265 §3.3: width, case and composition). It upper-cases before it lower-cases, so that `ß` equals `ss`; the
 * capital `ẞ`, which has no other upper case, is made `ß` first. A final sigma equals any other. Storage folds its key columns with the same function (a test compares the two);
 * otherwise nothing would ever match.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return narrow(text)
    .normalize('NFC')
    .replaceAll('ẞ', 'ß')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Full-width characters from keyboards for Chinese and Japanese, and half-width ones (RFC 8265 §3.3.1). */
const WIDTHS = /[\u3000\uff01-\uffee]/g;
const narrow = (text: string): string =>
  text.replaceAll(WIDTHS, (character) => character.normalize('NFKC'));
