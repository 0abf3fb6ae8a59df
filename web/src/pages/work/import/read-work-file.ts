import { unguarded } from '#kernel/csv.ts';
import { type CsvRecord, createCsvReader } from '#lists/csv-records.ts';

export const FILE_LIMITS = { bytes: 20_000_000, rows: 10_000, columns: 300 } as const;
/** One more than the server takes: it names the row. */
const MAX_CELL = 20_000;

export interface WorkFile {
  readonly headers: readonly string[];
  /** The rows with any text, with their numbers in a spreadsheet. */
  readonly rows: readonly CsvRecord[];
  /** Spreadsheets that put semicolons between cells write fractions with a comma. */
  readonly decimalComma: boolean;
}

export type FileFault = 'bytes' | 'rows' | 'columns' | 'notUtf8' | 'noRows' | 'openQuote';
export type WorkFileReading =
  | { readonly file: WorkFile }
  | { readonly fault: FileFault; readonly row?: number };

/** Reads a CSV file whose first row names the columns. */
export async function readWorkFile(blob: Blob): Promise<WorkFileReading> {
  if (blob.size > FILE_LIMITS.bytes) return { fault: 'bytes' };
  const text = textOf(await blob.arrayBuffer());
  if (text === undefined) return { fault: 'notUtf8' };
  const reader = createCsvReader({ cell: MAX_CELL, cells: FILE_LIMITS.columns });
  const [header, ...records] = [...reader.push(text), ...reader.end()];
  const { openRow, delimiter } = reader;
  if (openRow !== undefined) return { fault: 'openQuote', row: openRow };
  if (header === undefined || records.length === 0) return { fault: 'noRows' };
  if (records.length > FILE_LIMITS.rows) return { fault: 'rows' };
  if (header.cells.length > FILE_LIMITS.columns) return { fault: 'columns' };
  const headers = header.cells.map((cell) => unguarded(cell).trim());
  const rows = records.map(({ row, cells }) => ({
    row,
    // No storage takes the character of code 0, which some programs leave behind.
    cells: cells.map((cell) => unguarded(cell.replaceAll('\0', '')).trim()),
  }));
  return { file: { headers, rows, decimalComma: delimiter === ';' } };
}

/** Returns undefined for a file that is not UTF-8, such as a workbook of Excel. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
