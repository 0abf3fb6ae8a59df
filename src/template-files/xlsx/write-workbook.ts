import { writeXlsx } from 'hucre/xlsx';

/** Returns a workbook whose cells are texts, also those that look like numbers or formulas. */
export const writeTexts = (
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Uint8Array> =>
  writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: rows.map((row) => row.map((text) => (text === '' ? null : text))),
    })),
  });
