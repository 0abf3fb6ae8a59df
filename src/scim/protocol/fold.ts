/** Printable ASCII: folding it is lower-casing it. */
const ASCII = /^[ -~]*$/;

/**
 * The comparison key of text whose case does not matter (RFC 7643 §2.2 caseExact, RFC 7644 §7.8 normalisation).
 * Upper first, then lower: so `ß` meets `ss`. A final sigma is the same letter as any other. Storage folds its key
 * columns with the same function (a test compares the two), or nothing would ever match.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
