import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** DELETE /app/v1/scheduled-exports/:id: deletes a scheduled export. */
export const deleteScheduledExportEndpoint = (deps: ScheduledExportsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/scheduled-exports/:id',
    doc: {
      summary: 'Delete a scheduled export',
      tag: 'Exports',
      description:
        'Exports that it made stay until they expire. Admins can delete those of others.',
      responses: { 204: 'deleted', 404: 'no scheduled export' },
    },
    async handle(request) {
      await deleteScheduledExport(deps, actorIn(request), request.params.id);
      return { status: 204 };
    },
  });
