import type { Endpoint } from '#http/endpoint.ts';
import { deleteExport } from './delete-export.ts';
import { downloadExport } from './download-export.ts';
import type { ExportsDeps } from './export-deps.ts';
import { createFormExport, downloadFormExport, readFormExport, readQueue } from './form-exports.ts';
import { getExport } from './get-export.ts';
import { listExports } from './list-exports.ts';
import { postExport } from './post-export.ts';

export type { ExportsDeps } from './export-deps.ts';

/** Returns the endpoints of exports: those of the web app and those under /v2. */
export const exportsEndpoints = (deps: ExportsDeps): readonly Endpoint[] => [
  postExport(deps),
  listExports(deps),
  getExport(deps),
  downloadExport(deps),
  deleteExport(deps),
  createFormExport(deps),
  readQueue(deps),
  readFormExport(deps),
  downloadFormExport(deps),
];
