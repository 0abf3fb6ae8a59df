import type { Tx } from '#db/database.ts';
import { deleteBulkActRow } from './bulk-act.store.ts';
import { MAX_REPORTED, MAX_REPORTS } from './bulk-act.ts';

/**
 * Deletes the oldest reports of a user that exceed {@link MAX_REPORTS}, or {@link MAX_REPORTED} forms together with the
 * newer ones: actions can be begun and cancelled faster than reports expire. Unfinished actions count and stay.
 */
export async function deleteOldReports(
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('bulk_acts')
    .select(['id', 'total', 'finished_at'])
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_REPORTS + 1)
    .execute();
  let forms = 0;
  for (const [at, { id, total, finished_at }] of rows.entries()) {
    forms += total;
    const isExcess = forms > MAX_REPORTED || at >= MAX_REPORTS;
    if (isExcess && finished_at !== null) await deleteBulkActRow(tx, { accountId, id });
  }
}
