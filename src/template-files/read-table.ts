// Reads the first sheet of a workbook as a table of texts.

import { damaged } from './refusal.ts';
import { readAnyWorkbook } from './xlsx/read-any-workbook.ts';

/** A sheet whose first row with content names the columns. */
export interface SheetTable {
  readonly headers: readonly string[];
  /** Those with content, with their numbers in a spreadsheet. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Reads a workbook. Days and times are written as ISO 8601 writes them. @throws ImportRefused */
export async function readTable(bytes: Buffer): Promise<SheetTable> {
  const workbook = await readAnyWorkbook(bytes);
  if (workbook === undefined) throw damaged('workbook');
  const [name = ''] = workbook.names;
  const [first, ...rest] = workbook.rowsOf(name);
  return {
    headers: textsOf(first?.cells ?? new Map()),
    rows: rest.map(({ number, cells }) => ({ row: number, cells: textsOf(cells) })),
  };
}

/** Returns the texts up to the last one, with the empty cells between them. */
function textsOf(cells: ReadonlyMap<number, string>): readonly string[] {
  const length = Math.max(-1, ...cells.keys()) + 1;
  return Array.from({ length }, (_, column) => cells.get(column)?.trim() ?? '');
}
