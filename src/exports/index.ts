/** Exports of forms: CSV, XLSX, JSON and PDF, made by a job; and the results that wait to be fetched. */
import type { Endpoint } from '#http/endpoint.ts';
import { printDocumentTrial } from './app/print-document-trial.ts';
import { printTemplateTrial } from './app/print-template-trial.ts';
import type { ExportsDeps } from './export-deps.ts';
import { deleteExport } from './operations/delete-export.ts';
import { downloadExport } from './operations/download-export.ts';
import { exportWork } from './operations/export-work.ts';
import { getExport } from './operations/get-export.ts';
import { listExports } from './operations/list-exports.ts';
import { listFormDocuments } from './operations/list-form-documents.ts';
import { postExport } from './operations/post-export.ts';
import { printBlankForm } from './operations/print-blank-form.ts';
import {
  createFormExport,
  downloadFormExport,
  readFormExport,
  readQueue,
} from './v2/form-exports.ts';

export { attachPdf } from './attach-pdf.ts';
export { beginExport, type ExportAsked } from './begin-export.ts';
export { checkTable, requireExported } from './check-asked.ts';
export { NewExport } from './export.shapes.ts';
export { deleteExportRow, findExport, findOwner } from './export.store.ts';
export { type ExportJob, HOLD_MS } from './export.ts';
export type { ExportsDeps } from './export-deps.ts';
export { messageIn } from './export-item.ts';
export { createExportRunner, type ExportRunner } from './export-runner.ts';
export { withSeenResults } from './export-scope.ts';
export { ownExports } from './export-sight.ts';
export { createPdfs, type Pdfs } from './render-pdf.ts';
export { readWaitingExports } from './waiting-exports.store.ts';

/** Returns the endpoints of exports: those of the web app and those under /v2. */
export const exportsEndpoints = (deps: ExportsDeps): readonly Endpoint[] => [
  ...postExport(deps),
  ...listExports(deps),
  ...getExport(deps),
  ...downloadExport(deps),
  ...deleteExport(deps),
  createFormExport(deps),
  readQueue(deps),
  readFormExport(deps),
  downloadFormExport(deps),
  printTemplateTrial(deps),
  printDocumentTrial(deps),
  ...exportWork(deps),
  ...printBlankForm(deps),
  ...listFormDocuments(deps),
];
