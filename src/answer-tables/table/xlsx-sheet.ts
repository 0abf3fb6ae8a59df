import type { CellMoment, TableCell } from './table-cell.ts';

// Worksheets of workbooks (ECMA-376 part 1, §18.3), row by row. The library that tests read them with writes only one
// table a workbook and no links.

/** The most rows of a sheet, its heading included. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The most characters of a cell. */
export const MAX_CELL = 32_767;
/** The most characters of a text in a formula. */
const MAX_LITERAL = 255;
const DAY_MS = 86_400_000;
/** The number of 1970-01-01, where 1 is 1900-01-01. */
const EPOCH_SERIAL = 25_569;
/** Before March 1900, spreadsheets disagree on the number of a day. */
const FIRST_SERIAL = 61;

/** The numbers of the styles that workbookParts writes. */
const STYLES = { head: 1, day: 2, both: 3, link: 4, time: 5 } as const;

export const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultColWidth="16" defaultRowHeight="15"/><sheetData>';
export const SHEET_END = '</sheetData></worksheet>';

/** Returns the row of headings. */
export const headRow = (heads: readonly string[]): string =>
  rowOf(1, heads.map((head, at) => textCell(nameOf(at, 1), head, STYLES.head)).join(''));

/**
 * Returns a row of cells: numbers, days and times as such, everything else as text, which no spreadsheet takes for a formula.
 * @param row from 1
 * @param linkTo returns the address of a file
 */
export const sheetRow = (
  row: number,
  cells: readonly TableCell[],
  linkTo: (file: string) => string,
): string => rowOf(row, cells.map((cell, at) => cellXml(nameOf(at, row), cell, linkTo)).join(''));

const rowOf = (row: number, cells: string): string => `<row r="${row}">${cells}</row>`;

function cellXml(name: string, cell: TableCell, linkTo: (file: string) => string): string {
  if (!cell) return '';
  const { text, number, moment, file } = cell;
  if (number !== undefined && Number.isFinite(number)) return `<c r="${name}"><v>${number}</v></c>`;
  if (file !== undefined) return linkCell(name, text, linkTo(file));
  const serial = moment && serialOf(moment);
  if (moment && serial !== undefined) {
    return `<c r="${name}" s="${STYLES[moment.shows]}"><v>${serial}</v></c>`;
  }
  return textCell(name, text);
}

/** Returns the number of a moment; undefined before March 1900. A time of day is a part of a day without a date. */
function serialOf({ ms, shows }: CellMoment): number | undefined {
  if (shows === 'time') return ms / DAY_MS;
  const serial = ms / DAY_MS + EPOCH_SERIAL;
  return serial >= FIRST_SERIAL ? serial : undefined;
}

function textCell(name: string, text: string, style?: number): string {
  const s = style === undefined ? '' : ` s="${style}"`;
  const cut = text.slice(0, MAX_CELL);
  return `<c r="${name}"${s} t="inlineStr"><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`;
}

/** A formula is the only link that a row holds by itself. Its texts are literals, so that they can't be formulas. */
function linkCell(name: string, text: string, address: string): string {
  if (address.length > MAX_LITERAL) return textCell(name, text);
  const shown = text.slice(0, MAX_LITERAL).toWellFormed();
  const literal = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const formula = `HYPERLINK(${literal(address)},${literal(shown)})`;
  return `<c r="${name}" s="${STYLES.link}" t="str"><f>${escaped(formula)}</f><v>${escaped(shown)}</v></c>`;
}

/** Returns the name of a cell, such as AB7. @param at the column, from 0 */
function nameOf(at: number, row: number): string {
  let letters = '';
  for (let left = at; left >= 0; left = Math.floor(left / 26) - 1) {
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  }
  return `${letters}${row}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Returns a text without the characters that XML 1.0 can't hold. */
export const writable = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/**
 * Escapes text for XML 1.0. Spreadsheets read `_x000D_` as the character of that number, so the first underscore of such a
 * text is written as a number itself, `_x005F_` (ECMA-376 part 1, §22.9.2.19).
 */
export const escaped = (text: string): string =>
  writable(text)
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '');
