// The types of the bulk under /app/v1 for the web app, which imports them as types only.
export type { BulkActForms, BulkActItem } from './operations/bulk-act.shapes.ts';
