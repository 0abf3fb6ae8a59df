// Example exports of a user: one done, one with a problem, one running, one failed.

import { insertExport } from '#exports/export.store.ts';
import type { ExportJob } from '#exports/export.ts';
import type { Services } from '#services.ts';

const MINUTE_MS = 60_000;

/** Creates export jobs of a user, whose files do not exist. */
export async function makeExportLog(
  { db, ids, clock }: Pick<Services, 'db' | 'ids' | 'clock'>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<void> {
  const now = clock.now();
  const template = await db.reader
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const add = (more: Partial<ExportJob>): Promise<void> =>
    db.transaction((tx) =>
      insertExport(tx, {
        id: ids.next(),
        accountId,
        kind: 'csv',
        templateId: template.id,
        formId: undefined,
        options: { locale: 'en' },
        state: 'done',
        progress: 100,
        written: 1240,
        message: undefined,
        problems: [],
        problemCount: 0,
        files: [],
        attempts: 1,
        stalled: 0,
        scope: undefined,
        createdBy: userId,
        createdAt: now - 90 * MINUTE_MS,
        finishedAt: now,
        expiresAt: now + 9000 * MINUTE_MS,
        ...more,
      }),
    );
  const text = 'Its stored data can’t be read.';
  await add({
    state: 'failed',
    written: 0,
    message: 'not-found: The template was deleted.',
    kind: 'json',
  });
  await add({
    problemCount: 4,
    problems: ['Pier 12', 'Quay north of the old harbour', 'Weir'].map((form, i) => {
      return { formId: String(i), form, reason: 'unreadable' as const, text };
    }),
    files: [
      { name: 'Inspection.zip', type: 'application/zip', size: 1_240_000, storageKey: 'x' },
      { name: 'problems.csv', type: 'text/csv', size: 812, storageKey: 'x' },
    ],
  });
  await add({ state: 'running', progress: 42, kind: 'pdf', finishedAt: undefined });
  // The lease keeps runners from continuing the job.
  await db.reader
    .updateTable('export_jobs')
    .set({ leased_until: now + 9000 * MINUTE_MS })
    .where('state', '=', 'running')
    .execute();
}
