// Content lines of iCalendar, RFC 5545 §3.1.

const MOST_BYTES = 75;

/** Writes a text value (§3.3.11). Control characters, which no text may have, are left out. */
export const textValue = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Writes a moment in UTC (§3.3.5), to the second. */
export const momentValue = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Folds a line, so that no part has more than 75 bytes and no character is torn apart, and ends it. */
export function contentLine(name: string, value: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of `${name}:${value}`) {
    const length = Buffer.byteLength(character);
    if (bytes + length > MOST_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return `${folded}\r\n`;
}
