// What a spreadsheet takes for a formula, and would run (OWASP CSV injection), full-width spellings too.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** The same behind what a spreadsheet may take for the end of a cell: one in German splits at semicolons. */
const FORMULA_INSIDE = /(?<=[\s\S][;|\t\r\n][ "']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** One record (RFC 4180), with its line break. Text that a spreadsheet would run gets an apostrophe before it; numbers are as they are. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const inside = cell.replaceAll(FORMULA_INSIDE, "'");
  const harmless = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
