import type { Tx } from '#db/database.ts';
import type { Expected, Form, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import {
  lockStoredForm,
  recordEvent,
  requireFormRight,
  storeForm,
  takeForm,
} from '#form-records/index.ts';
import { addToFormCount } from '#templates/index.ts';

/**
 * Marks a form as deleted. People may delete drafts that they created, and with the right to edit answers any.
 * @throws AppError `forbidden`, `not-found`, `precondition-failed`.
 */
export const removeForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, expected: Expected = {}): Promise<void> => {
    const before = await takeForm(deps, tx, by, id, expected);
    const own = before.status === 'draft' && before.createdBy === by.userId;
    if (!own) await requireFormRight(tx, deps.directory, by, before, 'edit');
    const form = await storeForm(deps, tx, before, before, true);
    addToFormCount(tx, form, -1);
    await deps.quotas.giveBack(tx, by.accountId, 'forms', 1, form);
    await recordEvent(deps)(tx, by, form, 'delete');
  };

/**
 * Restores a deleted form.
 * @throws AppError `not-found` without the right to edit answers, and once it is purged, `forms-full`.
 */
export const restoreForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<Form> => {
    const { deletedAt, ...before } = await lockStoredForm(tx, deps.directory, by, id);
    if (deletedAt === undefined) return before;
    const form = await storeForm(deps, tx, before, before);
    addToFormCount(tx, form, 1);
    await recordEvent(deps)(tx, by, form, 'restore');
    await deps.quotas.take(tx, by.accountId, 'forms', 1, form);
    return form;
  };
