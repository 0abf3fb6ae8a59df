// Actions on many forms, as they are stored.

import { endBulkAct, insertBulkAct, recordOutcome } from '#bulk/bulk-act.store.ts';
import type { BulkAct, ItemOutcome } from '#bulk/bulk-act.ts';
import type { Instance } from './instance.ts';

/** Stores a finished action on one form, whose report is kept. @param total the number of forms that it counts @returns its id */
export async function makeFinishedBulkAct(
  { db, ids, clock }: Pick<Instance['services'], 'db' | 'ids' | 'clock'>,
  accountId: string,
  userId: string,
  formId: string,
  outcome: ItemOutcome = { outcome: 'done' },
  total = 1,
): Promise<string> {
  const now = clock.now();
  const counts = { total, position: 0, done: 0, skipped: 0, failed: 0, claims: 1, stalled: 0 };
  const job: BulkAct = {
    id: ids.next(),
    accountId,
    act: 'reopen',
    assignment: undefined,
    changes: undefined,
    locale: 'en',
    state: 'queued',
    message: undefined,
    ...counts,
    createdBy: userId,
    createdAt: now,
    finishedAt: undefined,
    expiresAt: now + 86_400_000,
  };
  await db.transaction(async (tx) => {
    await insertBulkAct(tx, job, [formId]);
    await recordOutcome(tx, job, 0, outcome, now);
    await endBulkAct(tx, job, { state: 'done', now, expiresAt: job.expiresAt });
  });
  return job.id;
}
