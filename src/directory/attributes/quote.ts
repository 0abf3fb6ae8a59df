const LONGEST_QUOTE = 100;

/** Quotes a client's text for an error, shortened to at most a line. */
export function quoteShort(text: string): string {
  if (text.length <= LONGEST_QUOTE) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, LONGEST_QUOTE).toWellFormed()}…`);
}
