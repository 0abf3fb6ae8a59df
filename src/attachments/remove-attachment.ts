import type { Viewer } from '#form-basics/index.ts';
import { signaturesOf } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { dropAttachments } from './attachment.store.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { lockDraft } from './lock-draft.ts';
import { idsNamedIn } from './named-ids.ts';
import { takeAttachment } from './open-attachment.ts';

/**
 * Deletes a file of a draft, for /app and /v2.
 * @throws AppError `not-found`, `forbidden`, `form-state` when the form is complete, `attachment-used` while an answer
 * names the file, or a reviewer has signed with it
 */
export async function removeAttachment(
  deps: AttachmentsDeps,
  viewer: Viewer,
  params: Parameters<typeof takeAttachment>[2],
): Promise<void> {
  const attachment = await takeAttachment(deps, viewer, params);
  await deps.db.transaction(async (tx) => {
    const form = await lockDraft(tx, deps, viewer, attachment.formId);
    if (idsNamedIn(form.answers).has(attachment.id)) {
      const text = 'The answers name this file. Take it out of them first.';
      throw fail('attachment-used', text);
    }
    if ((await signaturesOf(tx, viewer.accountId, form.id)).has(attachment.id)) {
      throw fail('attachment-used', 'A reviewer has signed the form with this file.');
    }
    await dropAttachments(tx, viewer.accountId, [attachment], deps.clock.now());
  });
}
