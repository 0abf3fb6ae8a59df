// What a spreadsheet takes for a formula, and would run.
const FORMULA = /^[=+\-@\t\r]/;

/** One record (RFC 4180), with its line break. A cell that a spreadsheet would run gets an apostrophe before it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
