/** Finds a text as a whole word, in any letter case: "Ann" is not in "Annual". */
export function wholeWord(text: string): RegExp {
  const escaped = text.trim().replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu');
}
