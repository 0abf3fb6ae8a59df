import type { TableCell } from './table-cell.ts';
import { headRow, MAX_SHEET_ROWS, SHEET_END, SHEET_START, sheetRow } from './xlsx-sheet.ts';
import { sheetNames, sheetPath, workbookParts } from './xlsx-workbook.ts';
import { type ZipEntry, zip } from './zip.ts';

export interface StreamedSheet {
  readonly name: string;
  readonly heads: readonly string[];
  readonly linkTo: (file: string) => string;
  readonly now: Date;
}

/**
 * Yields a workbook of one table while its rows are read, which go on in another sheet where a spreadsheet has no more.
 * @throws ZipFull past 4 GiB
 */
export async function* xlsxStream(
  rows: AsyncIterable<readonly TableCell[]>,
  { name, heads, linkTo, now }: StreamedSheet,
): AsyncIterable<Uint8Array> {
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  async function* sheet(): AsyncIterable<Uint8Array> {
    yield Buffer.from(SHEET_START + headRow(heads));
    for (let row = 2; next.done !== true && row <= MAX_SHEET_ROWS; row += 1) {
      yield Buffer.from(sheetRow(row, next.value, linkTo));
      next = await source.next();
    }
    yield Buffer.from(SHEET_END);
  }
  async function* entries(): AsyncIterable<ZipEntry> {
    const nameFor = sheetNames();
    const names: string[] = [];
    do {
      names.push(nameFor(name));
      yield { name: sheetPath(names.length), bytes: sheet() };
    } while (next.done !== true);
    for (const [path, text] of workbookParts(names)) yield { name: path, bytes: once(text) };
  }
  try {
    yield* zip(entries(), now);
  } finally {
    await source.return?.();
  }
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
