import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { Assignment, Expected, Form, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { timeOf } from '#form-basics/index.ts';
import {
  lockForm,
  recordEvent,
  requireMayAssign,
  requireStatus,
  storeForm,
  takeForm,
} from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { checkAssignment } from './assignment.ts';

/** What the sender of work says of a draft. Undefined properties stay as they are. */
export interface Order extends Expected {
  readonly assignment?: Assignment | undefined;
  /** In milliseconds; `null` for a form that is never due. */
  readonly dueAt?: number | null | undefined;
}

/**
 * Assigns a draft to a user or group, and says when it is due.
 * @throws AppError `not-found`, `forbidden`, `form-state`, `precondition-failed`, `unknown-assignee`.
 */
export const assignForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, order: Order): Promise<Form> => {
    const before = requireStatus(await takeForm(deps, tx, by, id, order), 'draft');
    await requireMayAssign(tx, deps.directory, by, before);
    const assignment = order.assignment
      ? await checkAssignment(tx, by.accountId, order.assignment)
      : before.assignment;
    const dueAt = order.dueAt === undefined ? before.dueAt : (order.dueAt ?? undefined);
    const isMoved = !isDeepStrictEqual(assignment, before.assignment);
    const isRescheduled = dueAt !== before.dueAt;
    if (!isMoved && !isRescheduled) return before;
    const form = await storeForm(deps, tx, before, { ...before, assignment, dueAt });
    if (isRescheduled) await recordSchedule(deps, tx, by, form, before);
    if (isMoved) await recordMove(deps, tx, by, form, before);
    return form;
  };

/**
 * Says when the draft of an assignment is due. It needs no right on the form: who may direct the assignment is checked
 * there, and they need not see what was typed. A form that is complete or deleted stays as it is.
 * @param dueAt in milliseconds; undefined for a form that is never due
 */
export const scheduleForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, dueAt: number | undefined): Promise<void> => {
    const stored = await lockForm(tx, by.accountId, id);
    if (stored?.status !== 'draft' || stored.deletedAt !== undefined) return;
    const { deletedAt: _, ...before } = stored;
    if (before.dueAt === dueAt) return;
    const form = await storeForm(deps, tx, before, { ...before, dueAt });
    await recordSchedule(deps, tx, by, form, before);
  };

/**
 * Hands on the draft of somebody who is not active any more. It needs no right on the form: who may hand on, and that the
 * assignee is there, is checked where the leaver is known. Nobody sees what was typed but its next owner.
 * @throws AppError `not-found`, `form-state`
 */
export const handOnForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, assignment: Assignment): Promise<void> => {
    const stored = await lockForm(tx, by.accountId, id);
    if (!stored || stored.deletedAt !== undefined) {
      throw fail('not-found', 'There is no form with this id.');
    }
    const { deletedAt: _, ...form } = stored;
    const before = requireStatus(form, 'draft');
    if (isDeepStrictEqual(assignment, before.assignment)) return;
    const moved = await storeForm(deps, tx, before, { ...before, assignment });
    await recordMove(deps, tx, by, moved, before);
  };

/** It tells the former assignee what happened to the form (lost-form.ts). */
async function recordMove(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  form: Form,
  before: Form,
): Promise<void> {
  const detail = { to: { ...form.assignment }, from: { ...before.assignment } };
  await recordEvent(deps)(tx, by, form, 'assign', detail);
}

async function recordSchedule(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  form: Form,
  before: Form,
): Promise<void> {
  const detail = { to: momentOf(form.dueAt), from: momentOf(before.dueAt) };
  await recordEvent(deps)(tx, by, form, 'schedule', detail);
}

const momentOf = (at: number | undefined): string | null => (at === undefined ? null : timeOf(at));
