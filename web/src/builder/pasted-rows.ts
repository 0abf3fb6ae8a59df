// Lines that are typed, or pasted from a spreadsheet. Spreadsheets copy rows as lines and cells between tabs, and quote
// a cell that has line breaks, tabs or quotation marks, whose own quotation marks are doubled (RFC 4180).

/** A quoted cell at the current position, with what ends it. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;
const END = /\t|\r\n?|\n|$/y;

/**
 * Returns the cells of each line. Quotation marks that a spreadsheet would not have written belong to the text, because
 * people type lines too. Lines without text are left out.
 */
export function rowsIn(text: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let cells: string[] = [];
  for (let at = 0; ; ) {
    const { cell, length } = cellAt(text, at);
    cells.push(cell.trim());
    at += length;
    const end = matchAt(END, text, at)?.[0] ?? '';
    at += end.length;
    if (end === '\t') continue;
    if (cells.some((each) => each !== '')) rows.push(cells);
    cells = [];
    if (end === '') return rows;
  }
}

/** Returns a text of several lines as one, for titles and choices. */
export const onOneLine = (cell: string): string => cell.replaceAll(/\s*[\r\n]+\s*/g, ' ');

function cellAt(text: string, at: number): { readonly cell: string; readonly length: number } {
  const [whole = '', inside = ''] = matchAt(QUOTED, text, at) ?? [];
  if (/[\t\r\n]|""/.test(inside)) {
    const cell = inside.replaceAll('""', '"').replaceAll(/\r\n?/g, '\n');
    return { cell, length: whole.length };
  }
  const cell = matchAt(PLAIN, text, at)?.[0] ?? '';
  return { cell, length: cell.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
