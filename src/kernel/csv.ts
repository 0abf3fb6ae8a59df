// Text that a spreadsheet would run as a formula (OWASP CSV injection), full-width characters included.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** The same after a character that may end a cell: spreadsheets in German split at semicolons. */
const FORMULA_INSIDE = /(?<=[\s\S][;|\t\r\n][ "']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Returns one record (RFC 4180) with its line break. Text that a spreadsheet would run as a formula is prefixed with an
 * apostrophe; numbers are not.
 */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const inside = cell.replaceAll(FORMULA_INSIDE, "'");
  const harmless = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns what a cell said before {@link csvLine} put an apostrophe at its beginning. */
export const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\n])/, '');
