import { noBulkAct, takeBulkAct } from '#bulk/begin-bulk-act.ts';
import { deleteBulkActRow, endBulkAct } from '#bulk/bulk-act.store.ts';
import { KEPT_MS } from '#bulk/bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';

/** DELETE /bulk-acts/:id: cancels an action that is not finished; deletes the report of a finished one. */
export const deleteBulkAct = (deps: BulkEndpointDeps) =>
  operation({
    method: 'DELETE',
    path: '/bulk-acts/:id',
    right: 'forms.write',
    etag: 'none',
    doc: {
      summary: 'Cancel or remove a bulk action',
      tag: 'Bulk actions',
      description: 'Forms that were acted on before stay as they are then.',
      responses: {
        204: { description: 'The action was cancelled, or its report deleted if it was finished.' },
        404: 'no action',
      },
    },
    async handle(call) {
      const { db, clock, audit } = deps;
      const job = await takeBulkAct(deps, call.principal, call.params.id);
      await db.transaction(async (tx) => {
        const now = clock.now();
        const isStopped = await endBulkAct(tx, job, {
          state: 'cancelled',
          now,
          expiresAt: now + KEPT_MS,
        });
        // Another request was faster, and its audit event exists.
        if (!isStopped && !(await deleteBulkActRow(tx, job))) throw noBulkAct();
        await audit.append(tx, actorOfCall(call), {
          action: isStopped ? 'bulk-act.cancel' : 'bulk-act.delete',
          targetType: 'BulkAct',
          targetId: job.id,
        });
      });
      return { status: 204 };
    },
  });
