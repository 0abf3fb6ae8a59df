import { noExport, takeExport } from '#exports/begin-export.ts';
import { cancelExport, deleteExportRow } from '#exports/export.store.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { recordLoose } from '#form-records/index.ts';
import { operation } from '#http/operation.ts';

/** DELETE /exports/:id: cancels a running or waiting export; deletes a finished one with its files. */
export const deleteExport = (deps: ExportsDeps) =>
  operation({
    method: 'DELETE',
    path: '/exports/:id',
    right: 'forms.read',
    etag: 'none',
    doc: {
      summary: 'Cancel or remove an export',
      tag: 'Exports',
      responses: {
        204: { description: 'The export was cancelled, or deleted if it was finished.' },
        404: { description: 'The user has no such export.' },
      },
    },
    async handle(call) {
      const { principal, params } = call;
      const job = await takeExport(deps, principal, params.id);
      const now = deps.clock.now();
      await deps.db.transaction(async (tx) => {
        const isStopped = await cancelExport(tx, job, now);
        const gone = isStopped ? undefined : await deleteExportRow(tx, job);
        // Another request was faster, and its audit event exists.
        if (!isStopped && !gone) throw noExport();
        const keys = gone?.files.map(({ storageKey }) => storageKey) ?? [];
        await recordLoose(tx, job.accountId, keys, now);
        await deps.audit.append(tx, actorOfCall(call), {
          action: isStopped ? 'export.cancel' : 'export.delete',
          targetType: 'Export',
          targetId: job.id,
        });
      });
      return { status: 204 };
    },
  });
