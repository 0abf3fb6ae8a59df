/** Returns a pattern for a text as a whole word, in any letter case: "Ann" is not in "Annual". */
export function wholeWord(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${literally(text)}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Returns a pattern for a text alone between quotation marks, as in JSON, in a filter, and in the query of a URL. */
export function wholeValue(text: string): RegExp {
  return new RegExp(`(?:"|%22)${literally(text)}(?:"|%22)`, 'iu');
}

const literally = (text: string): string => text.trim().replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
