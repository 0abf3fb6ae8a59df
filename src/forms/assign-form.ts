import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { Assignment, Expected, Form, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import {
  recordEvent,
  requireMayAssign,
  requireStatus,
  storeForm,
  takeForm,
} from '#form-records/index.ts';
import { checkAssignment } from './assignment.ts';

/**
 * Assigns a draft to a user or group.
 * @throws AppError `not-found`, `forbidden`, `form-state`, `precondition-failed`, `unknown-assignee`.
 */
export const assignForm =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    to: Expected & { readonly assignment: Assignment },
  ): Promise<Form> => {
    const before = requireStatus(await takeForm(deps, tx, by, id, to), 'draft');
    await requireMayAssign(tx, deps.directory, by, before);
    const assignment = await checkAssignment(tx, by.accountId, to.assignment);
    if (isDeepStrictEqual(assignment, before.assignment)) return before;
    const form = await storeForm(deps, tx, before, { ...before, assignment });
    // It tells the one who had the form what became of it (lost-form.ts).
    const detail = { to: { ...assignment }, from: { ...before.assignment } };
    await recordEvent(deps)(tx, by, form, 'assign', detail);
    return form;
  };
