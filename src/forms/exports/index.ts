import type { Endpoint } from '#http/endpoint.ts';
import { deleteExport } from './app/delete-export.ts';
import { downloadExport } from './app/download-export.ts';
import { getExport } from './app/get-export.ts';
import { listExports } from './app/list-exports.ts';
import { postExport } from './app/post-export.ts';
import type { ExportsDeps } from './export-deps.ts';
import {
  createFormExport,
  downloadFormExport,
  readFormExport,
  readQueue,
} from './v2/form-exports.ts';

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
