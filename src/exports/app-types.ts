// The types of the exports under /app/v1 for the web app, which imports them as types only.
export type { ExportItem, NewExport } from './export.shapes.ts';
