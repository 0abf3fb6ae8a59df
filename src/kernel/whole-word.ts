/** Finds a text as a whole word, in any letter case: "Ann" is not in "Annual". */
export function wholeWord(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${literally(text)}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Finds a text that stands alone between quotation marks, as in JSON, in a filter, and in the query of an address. */
export function wholeValue(text: string): RegExp {
  return new RegExp(`(?:"|%22)${literally(text)}(?:"|%22)`, 'iu');
}

const literally = (text: string): string => text.trim().replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
