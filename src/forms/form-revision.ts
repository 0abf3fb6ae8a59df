import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { lockStoredForm, present } from './find-form.ts';
import { updateForm } from './form.store.ts';
import type { Expected, Form, FormActor, FormStatus } from './form.ts';
import { findLastActor } from './form-event.store.ts';
import type { FormWritesDeps } from './forms-deps.ts';
import { recordEvent } from './history.ts';

// What all changes of a form have in common: it is taken as it is now, and stored as its next revision.

/**
 * Returns the form, locked, if nobody wrote it since the actor looked.
 * @throws AppError `not-found`, `precondition-failed` with what is stored now.
 */
export async function takeForm(
  { directory }: Pick<FormWritesDeps, 'directory'>,
  tx: Tx,
  by: FormActor,
  id: string,
  { ifRevision }: Expected,
): Promise<Form> {
  const form = present(await lockStoredForm(tx, directory, by, id));
  if (ifRevision === undefined || ifRevision === form.revision) return form;
  throw await staleFault(tx, form, ifRevision);
}

/** @throws AppError `form-state`. */
export function requireStatus(form: Form, status: FormStatus): Form {
  if (form.status === status) return form;
  throw fail(
    'form-state',
    status === 'draft'
      ? 'The form is complete. A designer or an admin can reopen it.'
      : 'The form is a draft already.',
  );
}

/** A group's form becomes its first editor's own, if he is of the group. */
export async function claim(
  { directory }: Pick<FormWritesDeps, 'directory'>,
  tx: Tx,
  by: FormActor,
  form: Form,
): Promise<Form> {
  if (form.assignment.type !== 'Group') return form;
  const groups = await directory.groupIdsOf(tx, by.accountId, by.userId);
  if (!groups.includes(form.assignment.id)) return form;
  return { ...form, assignment: { type: 'User', id: by.userId } };
}

/** Writes into the history that a form was claimed, if it was. */
export async function recordClaim(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  before: Form,
  after: Form,
): Promise<void> {
  if (isDeepStrictEqual(before.assignment, after.assignment)) return;
  await recordEvent(deps)(tx, by, after, 'claim', { fromGroup: before.assignment.id });
}

/** Stores a changed form as its next revision. */
export async function storeForm(
  { clock }: Pick<FormWritesDeps, 'clock'>,
  tx: Tx,
  before: Form,
  changed: Form,
  deleted = false,
): Promise<Form> {
  const updatedAt = Math.max(clock.now(), before.updatedAt + 1);
  const moved = changed.status !== before.status;
  const form = {
    ...changed,
    updatedAt,
    revision: before.revision + 1,
    statusChangedAt: moved ? updatedAt : before.statusChangedAt,
  };
  await updateForm(tx, form, deleted ? updatedAt : undefined);
  return form;
}

/** The 412 with what is stored now, so that a page can offer to merge. */
async function staleFault(tx: Tx, form: Form, sentRevision: number): Promise<AppError> {
  const { accountId, id, revision, answers } = form;
  const updatedAt = new Date(form.updatedAt).toISOString();
  const updatedBy = await findLastActor(tx, accountId, id);
  return fail(
    'precondition-failed',
    `The form is at revision ${revision}, not ${sentRevision}. Read it again.`,
    {
      extra: {
        currentRevision: revision,
        sentRevision,
        current: { revision, answers, updatedAt, ...(updatedBy && { updatedBy }) },
      },
    },
  );
}
