// Workbooks of Excel 97 to 2003 (.xls), which hucre reads: this runs in the process that is bounded in memory and time.
import { readXls } from 'hucre/xlsx';
import { damaged, ImportRefused } from '#template-files/refusal.ts';
import {
  clean,
  MAX_BYTES,
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_TEXT,
  type SheetRow,
  type Workbook,
} from './read-workbook.ts';

type Sheets = Awaited<ReturnType<typeof readXls>>['sheets'];

/** Opens a workbook. @throws ImportRefused when it is damaged or too large */
export async function readOldWorkbook(bytes: Buffer): Promise<Workbook> {
  const sheets = await sheetsIn(bytes);
  let rowsLeft = MAX_ROWS;
  let textLeft = MAX_TEXT;
  return {
    names: sheets.map(({ name }) => name),
    rowsOf(name) {
      const sheet = sheets.find((each) => each.name.trim().toLowerCase() === name.toLowerCase());
      const rows = rowsIn(sheet?.rows ?? []);
      rowsLeft -= rows.length;
      if (rowsLeft < 0) throw new ImportRefused({ reason: 'import-rows', limit: MAX_ROWS });
      for (const { cells } of rows) for (const text of cells.values()) textLeft -= text.length;
      if (textLeft < 0) throw new ImportRefused({ reason: 'import-size', limit: MAX_BYTES });
      return rows;
    },
  };
}

async function sheetsIn(bytes: Buffer): Promise<Sheets> {
  try {
    return (await readXls(bytes)).sheets;
  } catch {
    throw damaged('Workbook');
  }
}

const rowsIn = (rows: Sheets[number]['rows']): readonly SheetRow[] =>
  // Rows without cells are holes.
  Array.from(rows, (row: readonly unknown[] | undefined, i): SheetRow => {
    const texts = (row ?? []).slice(0, MAX_COLUMNS).map(textOfCell);
    return {
      number: i + 1,
      cells: new Map([...texts.entries()].filter(([, text]) => text !== '')),
    };
  }).filter(({ cells }) => cells.size > 0);

function textOfCell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return spelled(value);
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';
}

/** Returns a day as `2026-11-26`, a moment as `2026-11-26T08:30`, a time as `08:30`, as other workbooks have them. */
function spelled(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString();
  if (date.getUTCFullYear() < 1900) return text.slice(11, 16);
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16);
}
