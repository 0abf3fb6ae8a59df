/** Printable ASCII: folding it is lower-casing it. */
const ASCII = /^[ -~]*$/;

/**
 * The comparison key of text whose case does not matter (RFC 7643 §2.2 caseExact; RFC 7644 §5, §7.8: prepared as
 * RFC 8265 §3.3 says, width, case and composition).
 * Upper first, then lower: so `ß` meets `ss`. A final sigma is the same letter as any other. Storage folds its key
 * columns with the same function (a test compares the two), or nothing would ever match.
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
