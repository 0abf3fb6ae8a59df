import type { Endpoint } from '#http/endpoint.ts';
import { createExport } from './create-export.ts';
import { deleteExport } from './delete-export.ts';
import { downloadExport } from './download-export.ts';
import type { ExportsDeps } from './export-deps.ts';
import { createFormExport, downloadFormExport, readFormExport, readQueue } from './form-exports.ts';
import { listExports } from './list-exports.ts';
import { readExport } from './read-export.ts';

export type { ExportsDeps } from './export-deps.ts';

/** The routes of exports: of the web app, and under /v2. */
export const exportsEndpoints = (deps: ExportsDeps): readonly Endpoint[] => [
  createExport(deps),
  listExports(deps),
  readExport(deps),
  downloadExport(deps),
  deleteExport(deps),
  createFormExport(deps),
  readQueue(deps),
  readFormExport(deps),
  downloadFormExport(deps),
];
