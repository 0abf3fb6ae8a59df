/** Returns code points such as `U+65E5` with the characters that they stand for. */
export const charactersText = (codePoints: readonly string[]): string =>
  codePoints
    .map((each) => `${String.fromCodePoint(Number.parseInt(each.slice(2), 16))} (${each})`)
    .join(', ');
