import type { Reader, Tx } from '#db/database.ts';
import type { Form, Viewer } from '#form-basics/index.ts';
import {
  accessTo,
  decides,
  lockPresentForm,
  requireForm,
  requireMayEdit,
  requireStatus,
} from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { rulesOf } from '#questionnaires/answers/question-rules.ts';
import { asksSignature } from '#questionnaires/definition/review-policy.ts';
import { findVersion } from '#templates/index.ts';
import { SIGNATURE_FIELD } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import type { FileField } from './file-fields.ts';
import { lockDraft } from './lock-draft.ts';

export type UploadForm = Pick<Form, 'id' | 'accountId' | 'templateVersionId'>;

/** The form that a file is uploaded to: a draft, one that a reviewer signs, or one that a public link will send. */
export interface UploadTarget {
  /** What the file is for; undefined for one that answers a question of the form. */
  readonly field?: FileField;
  /** Returns the form, if files may be uploaded to it. */
  find(): Promise<UploadForm>;
  /** Locks it until the transaction ends, and checks again that files may be uploaded to it. */
  lock(tx: Tx): Promise<unknown>;
}

type Deps = Pick<AttachmentsDeps, 'db' | 'directory'>;

/** @throws AppError `not-found`, `form-state`, `forbidden`. */
export const uploadsTo = (deps: Deps, by: Viewer, formId: string, field: string): UploadTarget =>
  field === SIGNATURE_FIELD ? uploadsToReview(deps, by, formId) : uploadsToDraft(deps, by, formId);

const uploadsToDraft = (deps: Deps, by: Viewer, formId: string): UploadTarget => ({
  async find() {
    const { db, directory } = deps;
    const form = requireStatus(await requireForm({ directory })(db.reader, by, formId), 'draft');
    await requireMayEdit(db.reader, directory, by, form);
    return form;
  },
  lock: (tx) => lockDraft(tx, deps, by, formId),
});

/** A form whose step of the review the viewer decides on, and signs. */
const uploadsToReview = ({ db, directory }: Deps, by: Viewer, formId: string): UploadTarget => ({
  field: { type: 'signaturepad', rules: rulesOf({}, 'signaturepad', {}) },
  async find() {
    const form = await requireForm({ directory })(db.reader, by, formId);
    return await requireSigner(db.reader, { directory }, by, form);
  },
  lock: async (tx) =>
    requireSigner(tx, { directory }, by, await lockPresentForm(tx, directory, by, formId)),
});

async function requireSigner(
  db: Reader,
  { directory }: Pick<Deps, 'directory'>,
  by: Viewer,
  form: Form,
): Promise<Form> {
  const access = await accessTo(db, directory, by, { ...form, deletedAt: undefined });
  if (access === undefined || !decides(by.userId, form, access)) {
    throw fail('form-state', 'The form does not wait for your review.', {
      because: { reason: 'not-in-review' },
    });
  }
  const version = await findVersion(db, form.accountId, form.templateVersionId);
  if (version && asksSignature(version.definition, form.review?.step ?? 0)) return form;
  throw fail('form-state', 'The step that the form is in asks for no signature.', {
    because: { reason: 'signature-unasked' },
  });
}
