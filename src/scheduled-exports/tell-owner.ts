import type { Tx } from '#db/database.ts';
import type { Told } from '#kernel/notice.ts';
import type { ExportStop, ScheduledExport, ScheduleKey } from './scheduled-export.ts';
import { lockScheduledExport, updateScheduledExport } from './scheduled-exports.store.ts';
import type { ScheduledExportJobs } from './scheduled-exports-deps.ts';

/** Tells the owner, or the admins if the owner has left, that a scheduled export failed or has stopped. */
export const tellOwner = (
  { tell }: Pick<ScheduledExportJobs, 'tell'>,
  tx: Tx,
  { accountId, id, ownerId }: ScheduledExport,
  outcome: 'failed' | 'stopped',
  hasLeft = false,
): Promise<void> => {
  const told: Told = hasLeft ? { type: 'Admins', id: '' } : { type: 'User', id: ownerId };
  return tell(tx, {
    ...{ accountId, kind: 'delivery-failing', outcome, key: outcome, to: [told] },
    about: { type: 'scheduled-export', id },
  });
};

/** Stops a scheduled export that can't go on as it is, and says so. */
export async function stopScheduledExport(
  deps: Pick<ScheduledExportJobs, 'db' | 'audit' | 'tell'>,
  key: ScheduleKey,
  reason: ExportStop,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const each = await lockScheduledExport(tx, key);
    if (each?.state !== 'running') return;
    await updateScheduledExport(tx, { ...each, state: 'stopped', reason, nextAt: undefined });
    await tellOwner(deps, tx, each, 'stopped', reason === 'owner-inactive');
    await deps.audit.append(
      tx,
      { accountId: key.accountId, via: 'system' },
      {
        action: 'scheduled-export.stop',
        targetType: 'ScheduledExport',
        targetId: key.id,
        detail: { reason },
      },
    );
  });
}
