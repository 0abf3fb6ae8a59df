import type { Tx } from '#db/database.ts';
import type { Form, Viewer } from '#form-basics/index.ts';
import { requireForm, requireMayEdit, requireStatus } from '#form-records/index.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { lockDraft } from './lock-draft.ts';

export type UploadForm = Pick<Form, 'id' | 'accountId' | 'templateVersionId'>;

/** The form that a file is uploaded to: a draft, or one that a public link will send. */
export interface UploadTarget {
  /** Returns the form, if files may be uploaded to it. */
  find(): Promise<UploadForm>;
  /** Locks it until the transaction ends, and checks again that files may be uploaded to it. */
  lock(tx: Tx): Promise<unknown>;
}

/** @throws AppError `not-found`, `form-state`, `forbidden`. */
export const uploadsToDraft = (
  deps: Pick<AttachmentsDeps, 'db' | 'directory'>,
  by: Viewer,
  formId: string,
): UploadTarget => ({
  async find() {
    const { db, directory } = deps;
    const form = requireStatus(await requireForm({ directory })(db.reader, by, formId), 'draft');
    await requireMayEdit(db.reader, directory, by, form);
    return form;
  },
  lock: (tx) => lockDraft(tx, deps, by, formId),
});
