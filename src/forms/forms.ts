import type { Reader } from '#db/database.ts';
import type { FormEvent, FormWritesDeps, Viewer } from '#form-basics/index.ts';
import { listEvents, readForm, requireForm } from '#form-records/index.ts';
import { createTemplates } from '#templates/index.ts';
import { assignForm, handOnForm, scheduleForm } from './assign-form.ts';
import { completeUnchecked, correctUnchecked, reopenForm } from './change-status.ts';
import { createForm } from './create-form.ts';
import { editForm } from './edit-form.ts';
import { removeForm, restoreForm } from './remove-form.ts';
import { decideReview } from './reviews/decide-review.ts';
import { openReview } from './reviews/open-review.ts';
import { setByRule } from './set-by-rule.ts';

/**
 * The functions that endpoints, the command line and the demo use to read and write templates and forms. Writes use the
 * caller's transaction. Errors are AppErrors with the codes that each function names.
 */
export type Forms = ReturnType<typeof createForms>;

export function createForms(deps: FormWritesDeps) {
  return {
    ...createTemplates(deps),
    createForm: createForm(deps),
    editForm: editForm(deps),
    assignForm: assignForm(deps),
    scheduleForm: scheduleForm(deps),
    handOnForm: handOnForm(deps),
    completeUnchecked: completeUnchecked(deps),
    correctUnchecked: correctUnchecked(deps),
    reopenForm: reopenForm(deps),
    decideReview: decideReview(deps),
    openReview: openReview(deps),
    setByRule: setByRule(deps),
    removeForm: removeForm(deps),
    restoreForm: restoreForm(deps),
    readForm: readForm(deps),
    requireForm: requireForm(deps),
    readHistory: readHistory(deps),
  };
}

/** Returns the history of the form, oldest event first; empty when the viewer may not see the form. */
const readHistory =
  (deps: FormWritesDeps) =>
  async (db: Reader, viewer: Viewer, id: string): Promise<readonly FormEvent[]> => {
    const form = await readForm(deps)(db, viewer, id);
    return form ? listEvents(db, viewer.accountId, form.id) : [];
  };
