import type { Tx } from '#db/database.ts';
import type {
  CompletedOnDevice,
  Expected,
  Form,
  FormActor,
  FormWritesDeps,
} from '#form-basics/index.ts';
import {
  CORRECTION_REVISIONS,
  claim,
  followAnswers,
  forgetCorrections,
  nextTime,
  recordClaim,
  recordCorrection,
  recordEvent,
  requireFormRight,
  requireMayEdit,
  requireStatus,
  storeForm,
  takeForm,
} from '#form-records/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { RemovedAnswer } from '#questionnaires/engine/engine-types.ts';
import { findVersion } from '#templates/index.ts';
import { requireUnlocked, reviewReopened } from './reviews/reopen-reviewed.ts';
import { recordSubmission, submitted } from './reviews/submit.ts';

/**
 * Completes a draft without checking its answers. complete-form.ts checks them first and passes the checked `answers`.
 * Samples and tests call this function directly.
 * @throws AppError `not-found`, `forbidden`, `form-state`, `precondition-failed`.
 */
export const completeUnchecked =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    {
      answers,
      removed = [],
      onDevice,
      ...expected
    }: Expected & {
      readonly answers?: JsonObject | undefined;
      /** The answers that completion removed, for the history. */
      readonly removed?: readonly RemovedAnswer[];
      /** When the device says that it was completed. */
      readonly onDevice?: CompletedOnDevice | undefined;
    } = {},
  ): Promise<Form> => {
    const before = requireStatus(await takeForm(deps, tx, by, id, expected), 'draft');
    await requireMayEdit(tx, deps.directory, by, before);
    const claimed = await claim(deps, tx, by, before);
    const answered = answers ? await followAnswers(tx, { ...claimed, answers }) : claimed;
    const complete: Form = {
      ...answered,
      status: 'complete',
      completedBy: by.userId,
      completedOnDeviceAt: onDevice?.at,
    };
    const { definition = {} } =
      (await findVersion(tx, by.accountId, before.templateVersionId)) ?? {};
    const at = nextTime(deps, before);
    const inReview = await submitted(deps, tx, by, complete, definition, at);
    const form = await storeForm(deps, tx, before, inReview);
    await recordClaim(deps, tx, by, before, form);
    // Nobody may see what an answer was that completion removes.
    const gone = Object.keys(before.answers).filter((name) => !Object.hasOwn(form.answers, name));
    await forgetCorrections(tx, form, gone);
    // Paths only, without values: nobody may see hidden answers.
    const detail: JsonObject = {
      ...(removed.length > 0 && { removed: removed.map((each) => ({ ...each })) }),
      ...(onDevice && { completedOnDevice: new Date(onDevice.at).toISOString() }),
      ...(onDevice?.isClockWrong && { deviceClockWrong: true }),
    };
    const isEmpty = Object.keys(detail).length === 0;
    await recordEvent(deps)(tx, by, form, 'complete', isEmpty ? undefined : detail);
    await recordSubmission(deps, tx, by, form);
    return form;
  };

/**
 * Corrects one answer of a complete form, whose answers are checked already. It stays complete, and was completed by
 * the same user and at the same time as before.
 * @throws AppError `forbidden` without the right to edit answers, `not-found`, `form-state`, `precondition-failed`.
 */
export const correctUnchecked =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    { answers, field, ...expected }: Expected & Corrected,
  ): Promise<Form> => {
    const seen = await takeForm(deps, tx, by, id, expected);
    await requireFormRight(tx, deps.directory, by, seen, 'edit');
    const before = requireUnlocked(requireStatus(seen, 'complete'));
    const form = await storeForm(
      deps,
      tx,
      { ...before, revision: before.revision + CORRECTION_REVISIONS - 1 },
      {
        ...(await followAnswers(tx, { ...before, answers })),
        corrected: { by: by.userId, at: nextTime(deps, before) },
      },
    );
    await recordCorrection(deps)(tx, by, before, form, field);
    return form;
  };

interface Corrected {
  /** All answers, with the corrected one. */
  readonly answers: JsonObject;
  /** The name of the question. */
  readonly field: string;
}

/** Why a form is reopened. */
export interface Reopening extends Expected {
  readonly reason?: string | undefined;
}

/**
 * Turns a complete form back into a draft. Its review ends, and the next completion begins a new one. Whoever completed a
 * form that no reviewer has opened yet needs no right for it.
 * @throws AppError `forbidden` without the right to edit answers, `not-found`, `form-state`, `precondition-failed`,
 * `invalid-value` for a reason that is too long.
 */
export const reopenForm =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    { reason, ...expected }: Reopening = {},
  ): Promise<Form> => {
    const seen = await takeForm(deps, tx, by, id, expected);
    const { action, said } = await reviewReopened(deps, tx, by, seen, reason);
    const before = requireStatus(seen, 'complete');
    const reopened: Form = {
      ...before,
      status: 'draft',
      completedBy: undefined,
      completedOnDeviceAt: undefined,
      review: undefined,
    };
    const form = await storeForm(deps, tx, before, reopened);
    await recordEvent(deps)(tx, by, form, action, said, {});
    return form;
  };
