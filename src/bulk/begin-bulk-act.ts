import { lockAccount } from '#db/account-lock.ts';
import { type Assignment, type FormActor, normaliseId, type Viewer } from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import { countUnfinished, findBulkAct, insertBulkAct } from './bulk-act.store.ts';
import { type BulkAct, type BulkActKind, KEPT_MS, MAX_UNFINISHED } from './bulk-act.ts';
import type { BulkEndpointDeps } from './bulk-deps.ts';
import { deleteOldReports } from './old-reports.store.ts';

export interface AskedBulkAct {
  readonly act: BulkActKind;
  /** For `assign`, and for nothing else. */
  readonly assignment?: Assignment | undefined;
  /** In the order in which they are acted on. */
  readonly formIds: readonly string[];
  /** The number of forms that the user was shown. */
  readonly expected: number;
  readonly locale: Locale;
}

/**
 * Begins an action on many forms. They stay its forms, whatever is changed or created before they are reached. The caller wakes the runner.
 * @throws AppError `bulk-changed` when more forms match than were shown, or none; `bulk-too-large`,
 * `too-many-bulk-acts`, `unknown-assignee`, `invalid-value`, and what the list itself refuses.
 */
export async function beginBulkAct(
  deps: BulkEndpointDeps,
  by: FormActor,
  { act, assignment, formIds, expected, locale }: AskedBulkAct,
): Promise<BulkAct> {
  const { db, clock, ids, audit } = deps;
  if ((act === 'assign') !== (assignment !== undefined)) {
    throw fail('invalid-value', 'Send assignment with the act assign, and only with it.', {
      at: 'assignment',
      because: { reason: 'conflict' },
    });
  }
  if (formIds.length === 0 || formIds.length > expected) {
    const text = `${formIds.length} forms match now, and ${expected} were shown. Look at the list again.`;
    throw fail('bulk-changed', text, { extra: { count: formIds.length, expected } });
  }
  return db.transaction(async (tx) => {
    const now = clock.now();
    await lockAccount(tx, by.accountId);
    if ((await countUnfinished(tx, by)) >= MAX_UNFINISHED) {
      const text = `You already have ${MAX_UNFINISHED} unfinished bulk actions. Wait until one of them is done, or cancel it.`;
      throw fail('too-many-bulk-acts', text, { extra: { limit: MAX_UNFINISHED } });
    }
    const job: BulkAct = {
      id: ids.next(),
      accountId: by.accountId,
      act,
      assignment: assignment && (await checkAssignment(tx, by.accountId, assignment)),
      locale,
      state: 'queued',
      message: undefined,
      total: formIds.length,
      position: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      claims: 0,
      stalled: 0,
      createdBy: by.userId,
      createdAt: now,
      finishedAt: undefined,
      expiresAt: now + KEPT_MS,
    };
    await insertBulkAct(tx, job, formIds);
    await deleteOldReports(tx, by);
    await audit.append(tx, by, {
      action: 'bulk-act.create',
      targetType: 'BulkAct',
      targetId: job.id,
      detail: { act, forms: job.total, ...(job.assignment && { to: { ...job.assignment } }) },
    });
    return job;
  });
}

/** Returns an action that the viewer began. @throws AppError `not-found`. */
export async function takeBulkAct(
  { db }: Pick<BulkEndpointDeps, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<BulkAct> {
  const known = normaliseId(id);
  const job = known && (await findBulkAct(db.reader, viewer, known));
  if (job) return job;
  throw noBulkAct();
}

export const noBulkAct = (): AppError => fail('not-found', 'There is no bulk action with this id.');
