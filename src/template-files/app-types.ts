// The types of the template files under /app/v1 for the web app, which imports them as types only.

export type { WorkbookRows } from './app/read-workbook-rows.ts';
export type {
  ImportedTemplate,
  TemplateImportReport,
  XlsFormLosses,
} from './operations/import.shapes.ts';
