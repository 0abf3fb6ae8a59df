import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { deleteScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** DELETE /scheduled-exports/:id: deletes a scheduled export. */
export const deleteScheduledExportEndpoint = (deps: ScheduledExportsDeps) =>
  operation({
    method: 'DELETE',
    path: '/scheduled-exports/:id',
    right: 'forms.read',
    etag: 'none',
    doc: {
      summary: 'Delete a scheduled export',
      tag: 'Exports',
      description:
        'Exports that it made stay until they expire. Admins can delete those of others.',
      responses: { 204: 'deleted', 404: 'no scheduled export' },
    },
    async handle(call) {
      await deleteScheduledExport(deps, actorOfCall(call), call.params.id);
      return { status: 204 };
    },
  });
