/** Exports that are made again and again: by a schedule, with the rights of their owner, by mail or into a bucket. */
import type { Endpoint } from '#http/endpoint.ts';
import { getViewConsequences } from './app/get-view-consequences.ts';
import { deleteScheduledExportEndpoint } from './operations/delete-scheduled-export.ts';
import { listScheduledExports } from './operations/list-scheduled-exports.ts';
import { patchScheduledExport } from './operations/patch-scheduled-export.ts';
import { postScheduledExport } from './operations/post-scheduled-export.ts';
import type { ScheduledExportsDeps } from './scheduled-exports-deps.ts';

export { beginScheduledExports } from './begin-due.ts';
export { pauseScheduledExport } from './change-scheduled-exports.ts';
export { composeScheduledExport } from './compose-letter.ts';
export { deliverScheduledExports } from './deliver-results.ts';
export { deleteScheduledExportsOf, planScheduledExportsAnew } from './scheduled-exports.store.ts';
export { nameScheduledExports } from './sight.store.ts';

export const scheduledExportsEndpoints = (deps: ScheduledExportsDeps): readonly Endpoint[] => [
  ...listScheduledExports(deps),
  ...postScheduledExport(deps),
  ...patchScheduledExport(deps),
  ...deleteScheduledExportEndpoint(deps),
  getViewConsequences(deps),
];
