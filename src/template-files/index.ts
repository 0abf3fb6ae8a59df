/** Templates made from files of other programs, and written to files: XLSForm workbooks, SurveyJS definitions, Formstead's own. */
import type { Endpoint } from '#http/endpoint.ts';
import { checkImport } from './app/check-import.ts';
import { getXlsFormLosses } from './app/get-xlsform-losses.ts';
import { readWorkbookRows } from './app/read-workbook-rows.ts';
import { getTemplateFile } from './operations/get-template-file.ts';
import { getTemplateXlsForm } from './operations/get-template-xlsform.ts';
import type { ImportsDeps } from './operations/import-request.ts';
import { postImport } from './operations/post-import.ts';

export { createImportReader, type ImportReader } from './import-reader.ts';

export const templateFilesEndpoints = (deps: ImportsDeps): readonly Endpoint[] => [
  checkImport(deps),
  ...postImport(deps),
  ...getTemplateFile(deps),
  ...getTemplateXlsForm(deps),
  getXlsFormLosses(deps),
  readWorkbookRows(deps),
];
