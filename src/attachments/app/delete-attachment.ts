import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { removeAttachment } from '#attachments/remove-attachment.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/forms/:id/attachments/:attachmentId: deletes a file of a draft that no answer names. */
export const deleteAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/forms/:id/attachments/:attachmentId',
    doc: {
      summary: 'Delete a file of a form',
      tag: 'Forms',
      responses: {
        204: { description: 'Deleted.' },
        404: 'no file seen',
        409: { description: 'The form is complete, or one of its answers names the file.' },
      },
    },
    async handle({ principal, params }) {
      await removeAttachment(deps, principal, params);
      return { status: 204 };
    },
  });
