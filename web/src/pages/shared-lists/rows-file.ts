// Rows reach the server as CSV, whatever they were: a workbook, text that was typed, or cells of a spreadsheet that were
// pasted. So one rule of the server reads them all.
import { createCsvReader } from '#lists/csv-records.ts';
import { LIST_LIMITS, type ListColumn } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import type { SharedListRowFault } from '#web/api/shared-lists.ts';
import { isWorkbook, readWorkbook } from '#web/api/workbooks.ts';

/** What a file picker offers. */
export const ROWS_FILES = '.csv,.xlsx,.xls,text/csv';

/**
 * Returns the file as CSV. Rows keep the numbers that they have in the workbook, because faults name them.
 * @throws ApiError `import-refused` for a workbook that can't be read
 */
export async function asCsv(file: File): Promise<File> {
  if (!(await isWorkbook(file))) return file;
  const { headers, rows } = await readWorkbook(file);
  const lines = [lineOf(headers)];
  for (const { row, cells } of rows) {
    while (lines.length < row - 1) lines.push('');
    lines.push(lineOf(cells));
  }
  return new File([lines.join('\n')], file.name, { type: 'text/csv' });
}

/** Returns rows that were typed or pasted as CSV; `headings` are put above rows that bring none. */
export function csvOf(name: string, rows: readonly Cells[], headings?: Cells): File {
  const lines = [...(headings === undefined ? [] : [headings]), ...rows].map(lineOf);
  return new File([lines.join('\n')], name, { type: 'text/csv' });
}

type Cells = readonly string[];

/** Returns the rows of text that was typed, one in each line, or pasted from a spreadsheet; without empty ones. */
export function rowsIn(text: string): readonly Cells[] {
  // A text of one column has no sign between cells, and its commas are part of it.
  if (!text.includes('\t')) {
    return text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [[line.trim()]]));
  }
  const reader = createCsvReader({ cell: LIST_LIMITS.cell, cells: LIST_LIMITS.columns });
  return [...reader.push(text), ...reader.end()].map(({ cells }) =>
    cells.map((cell) => cell.trim()),
  );
}

type Columns = SharedList['columns'];

/**
 * Reads rows that are added to a list: in the order of its columns, or below a row that names them all. A row with more
 * cells than there are columns is a fault, and so is a column that the headings lack: what is known of a row would be lost.
 */
export function readAdded(columns: Columns, text: string): AddedRows {
  const [first = [], ...others] = rowsIn(text);
  const isHeading = first.length > 0 && first.every((cell) => named(columns, cell) !== undefined);
  const own = isHeading ? first.flatMap((cell) => named(columns, cell) ?? []) : columns;
  const missing = columns.filter((column) => !own.includes(column));
  const rows = isHeading ? others : rowsIn(text);
  return {
    rows: rows.map((row) =>
      Object.fromEntries(own.map((column, i) => [column.key, sentValue(column, row[i] ?? '')])),
    ),
    faults: [
      ...missing.map(({ label }) => fault('missingColumn', { name: label })),
      ...rows.flatMap(({ length: count }, i) =>
        count > own.length
          ? [{ ...fault('cellCount', { count, columns: own.length }), row: i + 1 }]
          : [],
      ),
    ],
  };
}

interface AddedRows {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly faults: readonly SharedListRowFault[];
}

const fault = (kind: string, values: Readonly<Record<string, string | number>>) => ({
  kind,
  values,
  text: kind,
});

const named = (columns: Columns, cell: string) =>
  columns.find(({ key, label }) => same(cell, label) || cell === key);

/** Returns a value as it is sent: a number has a point, though people write a comma. */
export const sentValue = ({ type }: ListColumn, text: string): string =>
  type === 'number' && /^-?\d+,\d+$/.test(text.trim()) ? text.replace(',', '.') : text;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const lineOf = (cells: Cells): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
