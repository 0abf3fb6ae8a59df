// What a spreadsheet takes for a formula, and would run (OWASP CSV injection), full-width spellings too.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** One record (RFC 4180), with its line break. Text that a spreadsheet would run gets an apostrophe before it; numbers are as they are. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
