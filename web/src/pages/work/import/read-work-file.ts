import { unguarded } from '#kernel/csv.ts';
import { type CsvRecord, createCsvReader } from '#lists/csv-records.ts';
import type { WorkbookRows } from '#template-files/app-types.ts';
import { isWorkbook } from '#web/api/workbooks.ts';

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

/**
 * Reads a CSV file, or a workbook, whose first row names the columns.
 * @param readWorkbook reads what no browser can
 * @throws what `readWorkbook` throws
 */
export async function readWorkFile(
  blob: Blob,
  readWorkbook: (blob: Blob) => Promise<WorkbookRows>,
): Promise<WorkFileReading> {
  if (blob.size > FILE_LIMITS.bytes) return { fault: 'bytes' };
  if (await isWorkbook(blob)) {
    const { headers, rows } = await readWorkbook(blob);
    return within({ headers, rows, decimalComma: false });
  }
  const text = textOf(await blob.arrayBuffer());
  if (text === undefined) return { fault: 'notUtf8' };
  const reader = createCsvReader({ cell: MAX_CELL, cells: FILE_LIMITS.columns });
  const [header, ...records] = [...reader.push(text), ...reader.end()];
  const { openRow, delimiter } = reader;
  if (openRow !== undefined) return { fault: 'openQuote', row: openRow };
  const headers = header?.cells.map((cell) => unguarded(cell).trim()) ?? [];
  const rows = records.map(({ row, cells }) => ({
    row,
    // No storage takes the character of code 0, which some programs leave behind.
    cells: cells.map((cell) => unguarded(cell.replaceAll('\0', '')).trim()),
  }));
  return within({ headers, rows, decimalComma: delimiter === ';' });
}

function within(file: WorkFile): WorkFileReading {
  if (file.rows.length === 0) return { fault: 'noRows' };
  if (file.rows.length > FILE_LIMITS.rows) return { fault: 'rows' };
  return file.headers.length > FILE_LIMITS.columns ? { fault: 'columns' } : { file };
}

/** Returns undefined for a file that is not UTF-8. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
