// The sheet of an XLSForm that has the whole template, so that it comes back as it was. It counts only as long as nobody has
// changed the other sheets.
import { createHash } from 'node:crypto';
import type { SheetRow, Workbook } from '#template-files/xlsx/read-workbook.ts';
import type { FormSheets } from './write-xlsform.ts';

export const OWN_SHEET = 'formstead';
const HEADERS = ['fingerprint', 'template'] as const;
/** Below the limit of a cell. */
const CHUNK = 30_000;

const SHEETS = ['survey', 'choices', 'settings'] as const;

type Row = readonly (readonly [column: number, text: string])[];

/** Returns the rows of the sheet. The template is in base64: spreadsheets change spaces and line breaks. */
export function ownSheet(sheets: FormSheets, template: string): readonly (readonly string[])[] {
  const print = fingerprint((name) =>
    sheets[name].map((row) => row.map((text, i) => [i, text] as const)),
  );
  const coded = Buffer.from(template).toString('base64');
  const chunks = coded.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  return [HEADERS, ...chunks.map((chunk, i) => [i === 0 ? print : '', chunk])];
}

/** Returns the template of a workbook; `changed` when somebody has changed its sheets, undefined when it has none. */
export function ownTemplate(workbook: Workbook): Buffer | 'changed' | undefined {
  if (!workbook.names.includes(OWN_SHEET)) return undefined;
  const [, ...rows] = workbook.rowsOf(OWN_SHEET);
  const cellsOf = (row: SheetRow): Row => [...row.cells];
  const print = fingerprint((name) => workbook.rowsOf(name).map(cellsOf));
  if (rows[0]?.cells.get(0) !== print) return 'changed';
  return Buffer.from(rows.map(({ cells }) => cells.get(1) ?? '').join(''), 'base64');
}

/** Returns a hash of the texts of the sheets. Spaces are no difference, because programs write them in their own way. */
function fingerprint(rowsOf: (name: (typeof SHEETS)[number]) => readonly Row[]): string {
  const hash = createHash('sha256');
  for (const name of SHEETS) {
    for (const row of rowsOf(name)) {
      const cells = row
        .map(([column, text]) => [column, text.replaceAll(/\s+/g, ' ').trim()] as const)
        .filter(([, text]) => text !== '');
      if (cells.length > 0) hash.update(`${JSON.stringify([name, ...cells])}\n`);
    }
  }
  return hash.digest('hex');
}
