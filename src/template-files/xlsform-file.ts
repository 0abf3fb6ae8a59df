import type { TemplateFile } from './template-file.ts';
import { OWN_SHEET, ownSheet } from './xlsform/own-sheet.ts';
import { writeXlsForm } from './xlsform/write-xlsform.ts';
import { writeTexts } from './xlsx/write-workbook.ts';

/** Returns a template as an XLSForm for other programs; with a sheet of our own, from which it comes back as it was. */
export function xlsFormFile(file: TemplateFile): Promise<Uint8Array> {
  const { sheets } = writeXlsForm(file.name, file.definition);
  return writeTexts({ ...sheets, [OWN_SHEET]: ownSheet(sheets, JSON.stringify(file)) });
}
