import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { type FormActor, normaliseId, type Viewer } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { countUnfinished, findExport, insertExport } from './export.store.ts';
import { type ExportJob, KEPT_MS, MAX_UNFINISHED } from './export.ts';
import type { ExportsDeps } from './export-deps.ts';
import { withSeenResults } from './export-scope.ts';

/** What is exported. */
export type ExportAsked = Pick<ExportJob, 'kind' | 'templateId' | 'formId' | 'options'>;

/**
 * Creates an export in the queue. The caller wakes the runner once the transaction is durable.
 * @throws AppError `too-many-exports`, `files-full`.
 */
export async function beginExport(
  { ids, clock, audit, quotas }: Pick<ExportsDeps, 'ids' | 'clock' | 'audit' | 'quotas'>,
  tx: Tx,
  by: FormActor,
  asked: ExportAsked,
): Promise<ExportJob> {
  const now = clock.now();
  const job: ExportJob = {
    ...asked,
    id: ids.next(),
    accountId: by.accountId,
    state: 'queued',
    progress: 0,
    written: 0,
    message: undefined,
    problems: [],
    problemCount: 0,
    files: [],
    scope: undefined,
    attempts: 0,
    stalled: 0,
    createdBy: by.userId,
    createdAt: now,
    finishedAt: undefined,
    expiresAt: now + KEPT_MS,
  };
  // Counting needs it, and so does the erasure of forms: it takes this lock before it looks for exports of a form.
  await lockAccount(tx, by.accountId);
  if ((await countUnfinished(tx, by)) >= MAX_UNFINISHED) {
    const text = `You already have ${MAX_UNFINISHED} unfinished exports. Wait until one of them is done, or cancel it.`;
    throw fail('too-many-exports', text, { extra: { limit: MAX_UNFINISHED } });
  }
  await quotas.requireRoom(tx, by.accountId, 'fileBytes', 1);
  await insertExport(tx, job);
  const { kind, templateId, formId } = job;
  await audit.append(tx, by, {
    action: 'export.create',
    targetType: 'Export',
    targetId: job.id,
    detail: { kind, ...(templateId !== undefined ? { templateId } : { formId: formId ?? '' }) },
  });
  return job;
}

/** Returns an export that the viewer created. @throws AppError `not-found`. */
export async function takeExport(
  { db }: Pick<ExportsDeps, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<ExportJob> {
  const known = normaliseId(id);
  const job = known && (await findExport(db.reader, viewer, known));
  if (job) return job;
  throw noExport();
}

/** Like {@link takeExport}, without results that the viewer may no longer see. */
export async function takeSeenExport(
  deps: Pick<ExportsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  id: string,
): Promise<ExportJob> {
  const job = await takeExport(deps, viewer, id);
  const [seen = job] = await withSeenResults(deps, viewer, [job]);
  return seen;
}

export const noExport = (): AppError => fail('not-found', 'There is no export with this id.');
