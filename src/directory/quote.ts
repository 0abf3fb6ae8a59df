const LONGEST_QUOTE = 100;

/** A client's text inside an error: never longer than a line. */
export function quote(text: string): string {
  if (text.length <= LONGEST_QUOTE) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, LONGEST_QUOTE).toWellFormed()}…`);
}
