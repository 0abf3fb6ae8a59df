import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import { findVisible, lockForm, type StoredForm } from '#form-records/index.ts';
import { AppError } from '#kernel/errors.ts';
import { ActLost, isPassing, itemOutcome } from './act-outcome.ts';
import { type ActItem, recordOutcome } from './bulk-act.store.ts';
import type { BulkAct, ItemOutcome } from './bulk-act.ts';
import type { BulkWork } from './bulk-deps.ts';

/**
 * Acts on one form by the function that acts on single forms, with the rights that the actor has at that moment. The
 * outcome is recorded in the same transaction, so that no form is acted on twice, however often a runner dies.
 * @throws ActLost
 * @throws AppError that passes, such as `busy`
 */
export async function actOnForm(
  deps: BulkWork,
  by: FormActor,
  job: BulkAct,
  { position, itemId: formId }: ActItem,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, directory, clock } = deps;
  let isRecorded = false;
  const record = async (tx: Tx, outcome: ItemOutcome): Promise<void> => {
    if (!(await recordOutcome(tx, job, position, outcome, clock.now()))) throw new ActLost();
  };
  const note = (outcome: ItemOutcome) => db.transaction((tx) => record(tx, outcome));
  const already = () => note({ outcome: 'skipped', reason: 'already' });
  let form: StoredForm | undefined;
  try {
    form = await findVisible(db.reader, directory, by, formId);
    if (form && isAlready(job, form)) return await already();
    await perform(deps, by, job, formId, async (tx) => {
      await record(tx, { outcome: 'done' });
      isRecorded = true;
    });
    // The user has completed it themselves during the check: nothing was written.
    if (!isRecorded) await already();
  } catch (error) {
    if (error instanceof ActLost || isPassing(error)) throw error;
    if (!(error instanceof AppError)) onError(error);
    const seen = form;
    await db.transaction(async (tx) => {
      const { message, ...outcome } = itemOutcome(error);
      // The words may repeat an answer that a retention rule has erased meanwhile.
      const isSame =
        seen === undefined ||
        (await lockForm(tx, by.accountId, seen.id))?.revision === seen.revision;
      await record(tx, { ...outcome, ...(isSame && message !== undefined && { message }) });
    });
  }
}

/** Returns whether a form is as the action would leave it. */
function isAlready({ act, assignment }: BulkAct, form: StoredForm): boolean {
  const isDeleted = form.deletedAt !== undefined;
  switch (act) {
    case 'assign':
      return !isDeleted && isDeepStrictEqual(form.assignment, assignment);
    case 'complete':
      return !isDeleted && form.status === 'complete';
    case 'reopen':
      return !isDeleted && form.status === 'draft';
    case 'delete':
      return isDeleted;
    case 'restore':
      return !isDeleted;
    default:
      return false;
  }
}

async function perform(
  { db, forms, completeForm }: BulkWork,
  by: FormActor,
  { act, assignment, locale }: BulkAct,
  id: string,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (act === 'complete') {
    // The forms engine checks the answers outside of the transaction.
    await completeForm(by, id, { locale, also });
    return;
  }
  await db.transaction(async (tx) => {
    if (act === 'assign' && assignment) await forms.assignForm(tx, by, id, { assignment });
    if (act === 'reopen') await forms.reopenForm(tx, by, id);
    if (act === 'delete') await forms.removeForm(tx, by, id);
    if (act === 'restore') await forms.restoreForm(tx, by, id);
    await also(tx);
  });
}
