import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tx } from '#db/database.ts';
import type { Expected, Form, FormActor, FormStatus, FormWritesDeps } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { staleRevision } from '#kernel/require-revision.ts';
import { lockPresentForm } from './find-form.ts';
import { updateForm } from './form.store.ts';
import { findLastActor } from './form-event.store.ts';
import { recordEvent } from './history.ts';

// The steps that all changes of a form share: lock the current form, store it as its next revision.

/**
 * Returns the form, locked, if nobody has changed it since the actor read it.
 * @throws AppError `not-found`, `precondition-failed` with the stored state.
 */
export async function takeForm(
  { directory }: Pick<FormWritesDeps, 'directory'>,
  tx: Tx,
  by: FormActor,
  id: string,
  { ifRevision }: Expected,
): Promise<Form> {
  const form = await lockPresentForm(tx, directory, by, id);
  if (ifRevision === undefined || ifRevision === form.revision) return form;
  throw await staleFault(tx, form, ifRevision);
}

/** Returns the form if it has the status. @throws AppError `form-state`. */
export function requireStatus(form: Form, status: FormStatus): Form {
  if (form.status === status) return form;
  throw fail(
    'form-state',
    status === 'draft'
      ? 'The form is complete. Users with the right to edit its answers can reopen it.'
      : 'The form is already a draft.',
  );
}

/** Reassigns a form from a group to its first editor, if the editor belongs to the group. */
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

/** Adds an event to the history if the form was reassigned by {@link claim}. */
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

/** Returns the time of the next write of a form. */
export const nextTime = ({ clock }: Pick<FormWritesDeps, 'clock'>, before: Form): number =>
  Math.max(clock.now(), before.updatedAt + 1);

/** Stores a changed form as its next revision. */
export async function storeForm(
  deps: Pick<FormWritesDeps, 'clock' | 'events'>,
  tx: Tx,
  before: Form,
  changed: Form,
  deleted = false,
): Promise<Form> {
  const updatedAt = nextTime(deps, before);
  const moved = changed.status !== before.status;
  const form = {
    ...changed,
    updatedAt,
    revision: before.revision + 1,
    statusChangedAt: moved ? updatedAt : before.statusChangedAt,
  };
  const [storedBytes] = await Promise.all([
    updateForm(tx, form, deleted ? updatedAt : undefined),
    deleted ? undefined : deps.events.answered?.(tx, before, form),
  ]);
  return { ...form, storedBytes };
}

/** Returns the 412 with the stored state, so that the web client can offer to merge. */
export async function staleFault(tx: Reader, form: Form, sentRevision: number): Promise<AppError> {
  const { accountId, id, revision, answers } = form;
  const updatedAt = new Date(form.updatedAt).toISOString();
  const updatedBy = await findLastActor(tx, accountId, id);
  return staleRevision('form', revision, sentRevision, {
    extra: { current: { revision, answers, updatedAt, ...(updatedBy && { updatedBy }) } },
  });
}
