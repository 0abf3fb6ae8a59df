import type { Notes } from '#template-files/notes.ts';
import type { SheetRow, Workbook } from '#template-files/xlsx/read-workbook.ts';
import { type Header, readHeader } from './headers.ts';

/** A row of a sheet, by the names of its columns. */
export interface FormRow {
  readonly sheet: string;
  /** As spreadsheets number it. */
  readonly row: number;
  /** Returns the text of a column in the default language; empty when there is none. */
  get(column: string): string;
  /** Returns the texts of a column by the language as the header spells it; '' for the one without a language. */
  texts(column: string): ReadonlyMap<string, string>;
}

export interface FormSheet {
  readonly rows: readonly FormRow[];
  readonly headers: readonly Header[];
}

/** Reads a sheet whose first row with content holds the headers. */
export function readSheet(workbook: Workbook, sheet: string, notes: Notes): FormSheet {
  const [first, ...rest] = workbook.rowsOf(sheet);
  const headers = new Map<number, Header>();
  for (const [column, text] of first?.cells ?? []) {
    const header = readHeader(text);
    if (header !== undefined) headers.set(column, header);
  }
  return {
    rows: rest.map((row) => formRow(sheet, row, headers, notes)),
    headers: [...headers.values()],
  };
}

/** What spreadsheets show for a formula that failed. */
const FORMULA_ERROR = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/;

function formRow(
  sheet: string,
  row: SheetRow,
  headers: ReadonlyMap<number, Header>,
  notes: Notes,
): FormRow {
  const texts = new Map<string, Map<string, string>>();
  for (const [column, text] of row.cells) {
    const header = headers.get(column);
    if (header === undefined) continue;
    if (FORMULA_ERROR.test(text)) {
      notes.add('formulaError', { sheet, row: row.number }, { column: header.name, value: text });
      continue;
    }
    const own = texts.get(header.name) ?? new Map<string, string>();
    // Of two columns with the same header, the first one with a text counts.
    if (!own.has(header.language ?? '')) own.set(header.language ?? '', text);
    texts.set(header.name, own);
  }
  return {
    sheet,
    row: row.number,
    get: (column) => texts.get(column)?.get('') ?? '',
    texts: (column) => texts.get(column) ?? NOTHING,
  };
}

const NOTHING: ReadonlyMap<string, string> = new Map();
