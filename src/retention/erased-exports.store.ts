import { sql } from 'kysely';
import { claimEnd } from '#db/claims.ts';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { deleteExportRow, HOLD_MS } from '#exports/index.ts';
import { recordLoose } from '#form-records/index.ts';

/**
 * Deletes the finished exports that may contain a form, and lets those that are being written begin again, so that none
 * keeps what the form has lost.
 */
export async function dropExportsWith(
  tx: Tx,
  form: { readonly accountId: string; readonly templateId: string; readonly id: string },
  now: number,
): Promise<void> {
  const { accountId, templateId, id } = form;
  const exports = tx
    .selectFrom('export_jobs')
    .select(['id', 'finished_at'])
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('template_id', '=', templateId), eb('form_id', '=', id)]))
    .orderBy('id');
  // Locked, because one that finishes meanwhile would be taken for running, and keep what it has read.
  const locked = engineOf(tx) === 'postgres' ? exports.forUpdate() : exports;
  const found = await locked.execute();
  for (const job of found) {
    if (job.finished_at === null) await beginAgain(tx, accountId, job.id, now);
    else {
      const dropped = await deleteExportRow(tx, { accountId, id: job.id });
      const keys = dropped?.files.map(({ storageKey }) => storageKey) ?? [];
      await recordLoose(tx, accountId, keys, now);
    }
  }
}

/**
 * Takes an export from its runner, which notices that at its next step. Nobody claims it for some seconds: a rule erases
 * forms one after the other, and what was written between two of them would be dropped.
 */
async function beginAgain(tx: Tx, accountId: string, id: string, now: number): Promise<void> {
  await tx
    .updateTable('export_jobs')
    .set({
      stalled: sql<number>`case when state = 'running' and stalled > 0 then stalled - 1 else stalled end`,
      state: 'queued',
      leased_until: claimEnd(tx, now, HOLD_MS),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}
