import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { type Assignment as Assignee, type FormActor, timeOf } from '#form-basics/index.ts';
import type { Forms, Order } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { requireRevision, staleRevision } from '#kernel/require-revision.ts';
import { templatesWithoutDeclining } from '#templates/index.ts';
import { findAssignment, lockAssignment, updateAssignment } from './assignment.store.ts';
import { type AssignmentState, OPEN, type Priority, type StoredAssignment } from './assignment.ts';
import { isToDo, noAssignment, requireAssignment, requireMayDirect } from './assignment-access.ts';
import type { AssignmentWrites } from './assignments-deps.ts';
import { checkAssignee } from './check-order.ts';
import { recordAssignment } from './record-assignment.ts';
import { tellAssignee } from './tell-assignee.ts';

/** Changes of an assignment. Undefined properties stay as they are, and `null` removes a value. */
export interface AssignmentChanges {
  readonly ifRevision?: number | undefined;
  readonly assignee?: Assignee | undefined;
  readonly dueAt?: number | null | undefined;
  readonly notBefore?: number | null | undefined;
  readonly priority?: Priority | undefined;
  readonly instructions?: string | null | undefined;
}

/**
 * Hands an open assignment on, or changes when it is due and what is said about it; its form follows.
 * @throws AppError `not-found`, `forbidden`, `assignment-state`, `precondition-failed`, `unknown-assignee`
 */
export const changeAssignment =
  (deps: AssignmentWrites) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    changes: AssignmentChanges,
  ): Promise<StoredAssignment> => {
    const seen = await requireAssignment(tx, deps.directory, by, id);
    await requireMayDirect(tx, deps.directory, by, seen);
    requireRevision('assignment', seen.revision, changes.ifRevision);
    const assignee = changes.assignee && (await checkAssignee(tx, by, changes.assignee));
    await changeForm(deps, tx, by, seen, { assignment: assignee, dueAt: changes.dueAt });
    const before = await lockOpen(tx, seen);
    if (before.formId === undefined) {
      requireRevision('assignment', before.revision, changes.ifRevision);
    }
    const changed: StoredAssignment = {
      ...before,
      assignee: assignee ?? before.assignee,
      dueAt: changeOf(before.dueAt, changes.dueAt),
      notBefore: changeOf(before.notBefore, changes.notBefore),
      priority: changes.priority ?? before.priority,
      instructions: changeOf(before.instructions, changes.instructions),
      // Whoever has it now was not reminded yet.
      ...(assignee && { remindedAt: undefined, reminderWaits: false }),
    };
    const detail = differences(seen, changed);
    if (Object.keys(detail).length === 0) return before;
    return await storeAssignment(deps, tx, by, before, changed, 'change', detail);
  };

/**
 * Hands on what somebody left behind who is not active any more. Who may do so, and that the assignee is there, is checked
 * by the caller: they need no right on the form, and don't see it by this.
 * @throws AppError `not-found`, `assignment-state`
 */
export const handOnAssignment =
  (deps: AssignmentWrites & { readonly forms: Pick<Forms, 'handOnForm'> }) =>
  async (tx: Tx, by: FormActor, id: string, assignee: Assignee): Promise<StoredAssignment> => {
    const seen = await findAssignment(tx, by.accountId, id);
    if (!seen) throw noAssignment();
    if (seen.formId !== undefined) await deps.forms.handOnForm(tx, by, seen.formId, assignee);
    const before = await lockOpen(tx, seen);
    const changed = { ...before, assignee, remindedAt: undefined, reminderWaits: false };
    const detail = differences(seen, changed);
    return await storeAssignment(deps, tx, by, before, changed, 'change', detail);
  };

const changeOf = <T>(before: T | undefined, change: T | null | undefined): T | undefined =>
  change === undefined ? before : (change ?? undefined);

/** The form goes first: it is what people fill in, and it is locked first everywhere. The assignment follows it. */
async function changeForm(
  { forms }: AssignmentWrites,
  tx: Tx,
  by: FormActor,
  { formId }: StoredAssignment,
  { assignment, dueAt }: Pick<Order, 'assignment' | 'dueAt'>,
): Promise<void> {
  if (formId === undefined) return;
  if (assignment) await forms.assignForm(tx, by, formId, { assignment, dueAt });
  else if (dueAt !== undefined) await forms.scheduleForm(tx, by, formId, dueAt ?? undefined);
}

/**
 * Ends an open assignment that nobody has to do any more. What was typed stays a draft without a due date.
 * @throws AppError `not-found`, `forbidden`, `assignment-state`
 */
export const cancelAssignment =
  (deps: AssignmentWrites) =>
  async (tx: Tx, by: FormActor, id: string): Promise<StoredAssignment> => {
    const seen = await requireAssignment(tx, deps.directory, by, id);
    await requireMayDirect(tx, deps.directory, by, seen);
    if (seen.state === 'cancelled') return seen;
    return await end(deps, tx, by, seen, { state: 'cancelled' });
  };

/**
 * Declines work that somebody sent to the actor. What was typed stays their draft without a due date.
 * @throws AppError `not-found`, `forbidden` for work of a group or of somebody else, and where the published version of
 * the template does not let people decline, `assignment-state`
 */
export const declineAssignment =
  (deps: AssignmentWrites) =>
  async (tx: Tx, by: FormActor, id: string, declineReason: string): Promise<StoredAssignment> => {
    const seen = await requireAssignment(tx, deps.directory, by, id);
    if (seen.assignee.type !== 'User' || !(await isToDo(tx, deps.directory, by, seen))) {
      throw fail('forbidden', 'Only the person who has an assignment can decline it.');
    }
    if (seen.state === 'declined') return seen;
    const { templateId } = seen;
    if ((await templatesWithoutDeclining(tx, by.accountId, [templateId])).size > 0) {
      throw fail('forbidden', 'The template does not let people decline its work.', {
        because: { reason: 'no-declining' },
      });
    }
    return await end(deps, tx, by, seen, { state: 'declined', declineReason });
  };

async function end(
  deps: AssignmentWrites,
  tx: Tx,
  by: FormActor,
  seen: StoredAssignment,
  ending: { readonly state: 'cancelled' | 'declined'; readonly declineReason?: string },
): Promise<StoredAssignment> {
  if (seen.formId !== undefined) await deps.forms.scheduleForm(tx, by, seen.formId, undefined);
  const before = await lockOpen(tx, seen);
  const { state, declineReason } = ending;
  const action = state === 'cancelled' ? 'cancel' : 'decline';
  // The assignment keeps when it was due.
  const changed = { ...before, ...ending, dueAt: seen.dueAt };
  const detail = declineReason === undefined ? undefined : { reason: declineReason };
  return await storeAssignment(deps, tx, by, before, changed, action, detail);
}

/**
 * Returns the assignment, locked, if somebody still has to do it.
 * @throws AppError `assignment-state`, `precondition-failed` if somebody has begun it since it was read
 */
export async function lockOpen(tx: Tx, seen: StoredAssignment): Promise<StoredAssignment> {
  const locked = await lockAssignment(tx, seen.accountId, seen.id);
  if (locked === undefined) throw noAssignment();
  if (locked.formId !== seen.formId) {
    throw staleRevision('assignment', locked.revision, seen.revision);
  }
  if (OPEN.includes(locked.state)) return locked;
  throw fail(
    'assignment-state',
    `The assignment is ${WORDS[locked.state]}, so it can't change any more.`,
  );
}

const WORDS: Readonly<Record<AssignmentState, string>> = {
  waiting: 'waiting',
  begun: 'in progress',
  done: 'done',
  declined: 'declined',
  cancelled: 'cancelled',
};

export async function storeAssignment(
  deps: AssignmentWrites,
  tx: Tx,
  by: FormActor,
  before: StoredAssignment,
  changed: StoredAssignment,
  action: 'change' | 'cancel' | 'decline' | 'remind',
  detail: JsonObject | undefined,
): Promise<StoredAssignment> {
  const updatedAt = Math.max(deps.clock.now(), before.updatedAt + 1);
  const stored = {
    ...changed,
    updatedAt,
    revision: before.revision + 1,
    stateChangedAt: changed.state === before.state ? before.stateChangedAt : updatedAt,
  };
  await updateAssignment(tx, stored);
  await recordAssignment(deps)(tx, by, stored, action, detail);
  await tellAssignee(deps, tx, by, stored, before);
  return stored;
}

/** Returns what changed, as the history shows it: `{ dueDate: { from, to } }`. */
function differences(before: StoredAssignment, after: StoredAssignment): JsonObject {
  const pairs = [
    ['assignee', { ...before.assignee }, { ...after.assignee }],
    ['dueDate', momentOf(before.dueAt), momentOf(after.dueAt)],
    ['notBefore', momentOf(before.notBefore), momentOf(after.notBefore)],
    ['priority', before.priority, after.priority],
    ['instructions', before.instructions ?? null, after.instructions ?? null],
  ] as const;
  return Object.fromEntries(
    pairs
      .filter(([, from, to]) => !isDeepStrictEqual(from, to))
      .map(([name, from, to]) => [name, { from, to }]),
  );
}

const momentOf = (at: number | undefined): string | null => (at === undefined ? null : timeOf(at));
