import type { Tx } from '#db/database.ts';
import type { FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { decides, lockForReview, noteOpened } from '#form-records/index.ts';

/**
 * Notes that a reviewer has opened a form: from then on, its author cannot take it back. It is no change of the form. For
 * everybody who is not asked to review the form, nothing happens. @throws AppError `not-found`.
 */
export const openReview =
  ({ directory }: Pick<FormWritesDeps, 'directory'>) =>
  async (tx: Tx, by: FormActor, id: string): Promise<void> => {
    const { form, access } = await lockForReview(tx, directory, by, id);
    const { review } = form;
    if (review === undefined || review.openedBy !== undefined) return;
    if (access === undefined || !decides(by.userId, form, access)) return;
    await noteOpened(tx, { ...form, review: { ...review, openedBy: by.userId } });
  };
