const LONGEST_QUOTE = 100;

/** A client's text inside an error: never longer than a line. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}
