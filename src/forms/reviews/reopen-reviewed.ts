import type { Tx } from '#db/database.ts';
import type { Form, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { readNames } from '#form-basics/index.ts';
import { requireFormRight } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { rightsOf } from '#templates/index.ts';
import { checkText } from './check-remarks.ts';

interface Reopened {
  /** The entry of the history. */
  readonly action: 'reopen' | 'take-back';
  readonly said: JsonObject | undefined;
}

/** Returns whether a user may take a form back without any right: they completed it, and no reviewer has opened it. */
export const mayTakeBack = (
  { status, completedBy, review }: Pick<Form, 'status' | 'completedBy' | 'review'>,
  userId: string,
): boolean =>
  status === 'complete' &&
  completedBy === userId &&
  review?.state === 'in-review' &&
  review.openedBy === undefined;

/** Returns whether a form was approved or rejected: it is reopened only for a reason, and corrected no more. */
const isDecided = ({ review }: Pick<Form, 'review'>): boolean =>
  review?.state === 'approved' || review?.state === 'rejected';

/**
 * Returns how a form is reopened. @throws AppError `forbidden` for those who may not, `form-state` for a form that a
 * reviewer has opened meanwhile, and without the reason that a decided form needs.
 */
export async function reviewReopened(
  { directory }: Pick<FormWritesDeps, 'directory'>,
  tx: Tx,
  by: FormActor,
  form: Form,
  reason: string | undefined,
): Promise<Reopened> {
  const remark = reason === undefined ? '' : checkText(reason, 'reason');
  const said = remark === '' ? undefined : { remark };
  if (mayTakeBack(form, by.userId)) return { action: 'take-back', said };
  const { review } = form;
  if (review?.state === 'in-review' && form.completedBy === by.userId) {
    await requireRightToOpened(directory, tx, by, form, review.openedBy ?? '');
  } else await requireFormRight(tx, directory, by, form, 'edit');
  if (isDecided(form) && said === undefined) {
    throw fail('form-state', `The form is ${review?.state}. Send a reason to reopen it.`, {
      at: 'reason',
      because: { reason: 'reason-missing' },
    });
  }
  return { action: 'reopen', said };
}

/** Requires the right to edit, and tells the author who has opened the form. */
async function requireRightToOpened(
  directory: FormWritesDeps['directory'],
  tx: Tx,
  by: FormActor,
  form: Form,
  openedBy: string,
): Promise<void> {
  const { edit } = await rightsOf(tx, directory, by, form.templateId);
  if (edit) return;
  const who = (await readNames(tx, by.accountId, [openedBy])).get(openedBy) ?? openedBy;
  throw fail('form-state', `${who} has opened the form to review it. Ask for it to be sent back.`, {
    because: { reason: 'review-opened', who },
  });
}

/** @throws AppError `form-state` for a form that was approved or rejected */
export function requireUnlocked(form: Form): Form {
  if (!isDecided(form)) return form;
  throw fail('form-state', `The form is ${form.review?.state}. Reopen it to change answers.`, {
    because: { reason: 'review-locked' },
  });
}
