import { attachmentsOf, SIGNATURE_FIELD } from '#attachments/index.ts';
import type { Tx } from '#db/database.ts';
import type { Form, FormActor } from '#form-basics/index.ts';
import { signaturesOf } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import type { ReviewPolicy } from '#questionnaires/definition/review-policy.ts';

/**
 * Returns the file with which a step is approved that asks for a signature, as the history has it: uploaded to this form,
 * by this reviewer, and for this decision alone. @returns {} where nothing is signed
 * @throws AppError `invalid-answers` without the signature that the step asks for, `invalid-value` for any other file,
 * and for a signature that nothing asks for
 */
export async function signedWith(
  tx: Tx,
  by: FormActor,
  { accountId, id, review }: Form,
  policy: ReviewPolicy | undefined,
  { decision, signature }: { readonly decision: string; readonly signature?: string | undefined },
): Promise<{ readonly signature?: string }> {
  const isAsked =
    decision === 'approve' && policy?.steps[(review?.step ?? 0) - 1]?.signature === true;
  if (signature === undefined) {
    if (!isAsked) return {};
    throw fail('invalid-answers', 'This step is approved with a signature. Sign the form first.', {
      at: 'signature',
      because: { reason: 'signature-missing' },
    });
  }
  if (!isAsked) {
    throw fail('invalid-value', 'This decision needs no signature. Leave signature out.', {
      at: 'signature',
      because: { reason: 'signature-unasked' },
    });
  }
  const known = signature.toLowerCase();
  const file = (await attachmentsOf(tx, accountId, id)).find((each) => each.id === known);
  const isOwn = file?.field === SIGNATURE_FIELD && file.createdBy === by.userId;
  if (isOwn && !(await signaturesOf(tx, accountId, id)).has(known)) return { signature: known };
  throw fail('invalid-value', 'There is no signature of yours with this id. Upload it first.', {
    at: 'signature',
    because: { reason: 'signature-unknown' },
  });
}
