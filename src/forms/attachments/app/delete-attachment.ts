import { dropAttachments } from '#forms/attachments/attachment.store.ts';
import type { AttachmentsDeps } from '#forms/attachments/attachments-deps.ts';
import { lockDraft } from '#forms/attachments/lock-draft.ts';
import { idsNamedIn } from '#forms/attachments/named-ids.ts';
import { takeAttachment } from '#forms/attachments/open-attachment.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';

/** DELETE /app/v1/forms/:id/attachments/:attachmentId: deletes a file of a draft that no answer names. */
export const deleteAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/forms/:id/attachments/:attachmentId',
    doc: {
      summary: 'Delete a file of a form',
      tag: 'Forms',
      responses: {
        204: { description: 'It is gone.' },
        404: { description: 'There is no such file in a form that the user may see.' },
        409: { description: 'The form is complete, or one of its answers names the file.' },
      },
    },
    async handle({ principal, params }) {
      const attachment = await takeAttachment(deps, principal, params);
      await deps.db.transaction(async (tx) => {
        const form = await lockDraft(tx, deps, principal, attachment.formId);
        if (idsNamedIn(form.answers).has(attachment.id)) {
          const text = 'The answers name this file. Take it out of them first.';
          throw fail('attachment-used', text);
        }
        await dropAttachments(tx, principal.accountId, [attachment], deps.clock.now());
      });
      return { status: 204 };
    },
  });
