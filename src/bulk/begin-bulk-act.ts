import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { type Assignment, type FormActor, normaliseId, type Viewer } from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import { countUnfinished, findBulkAct, insertBulkAct } from './bulk-act.store.ts';
import {
  type BulkAct,
  type BulkActKind,
  isWorkAct,
  KEPT_MS,
  MAX_UNFINISHED,
  type WorkChanges,
} from './bulk-act.ts';
import type { BulkEndpointDeps } from './bulk-deps.ts';
import { deleteOldReports } from './old-reports.store.ts';

export interface AskedBulkAct {
  readonly act: BulkActKind;
  /** For `assign` and `hand-on`, and for nothing else. */
  readonly assignment?: Assignment | undefined;
  /** For `change`, and for nothing else. */
  readonly changes?: WorkChanges | undefined;
  /** Of forms or assignments, in the order in which they are acted on. */
  readonly itemIds: readonly string[];
  /** The number that the user was shown. */
  readonly expected: number;
  readonly locale: Locale;
}

/**
 * Begins an action on many forms or assignments. They stay the same, whatever is changed or created before they are
 * reached. The caller wakes the runner.
 * @throws AppError `bulk-changed` when more match than were shown, or none; `bulk-too-large`,
 * `too-many-bulk-acts`, `unknown-assignee`, `invalid-value`, and what the list itself refuses.
 */
export async function beginBulkAct(
  { clock, ids, audit }: BulkEndpointDeps,
  tx: Tx,
  by: FormActor,
  { act, assignment, changes, itemIds, expected, locale }: AskedBulkAct,
): Promise<BulkAct> {
  requireOnlyWith('assignment', assignment, act, ['assign', 'hand-on']);
  requireOnlyWith('changes', changes, act, ['change']);
  const count = itemIds.length;
  if (count === 0 || count > expected) {
    const text = `${count} match now, and ${expected} were shown. Look at the list again.`;
    throw fail('bulk-changed', text, { extra: { count, expected } });
  }
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
    changes,
    locale,
    state: 'queued',
    message: undefined,
    total: count,
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
  await insertBulkAct(tx, job, itemIds);
  await deleteOldReports(tx, by);
  await audit.append(tx, by, {
    action: 'bulk-act.create',
    targetType: 'BulkAct',
    targetId: job.id,
    detail: {
      act,
      [isWorkAct(act) ? 'work' : 'forms']: count,
      ...(job.assignment && { to: { ...job.assignment } }),
    },
  });
  return job;
}

/** @throws AppError `invalid-value` if a member is sent without its act, or an act without its member */
function requireOnlyWith(
  at: 'assignment' | 'changes',
  value: object | undefined,
  act: BulkActKind,
  acts: readonly BulkActKind[],
): void {
  if (acts.includes(act) === (value !== undefined)) return;
  throw fail('invalid-value', `Send ${at} with the act ${acts.join(' or ')}, and only with it.`, {
    at,
    because: { reason: 'conflict' },
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
