import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { removeAttachment } from '#attachments/remove-attachment.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** DELETE /v2/formz/:id/attachments/:attachmentId: deletes a file of a draft that no answer names. */
export const deleteApiAttachment = (deps: AttachmentsDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/v2/formz/:id/attachments/:attachmentId',
    protocol: 'problem',
    access: { right: 'forms.write' },
    limit: 'api',
    doc: {
      summary: 'Delete a file of a form',
      tag: 'Forms',
      description:
        'Take the file out of the answers first. A file that no answer names is deleted after a day in any case.',
      responses: {
        204: { description: 'The file was deleted.' },
        404: 'no file seen',
        409: {
          description: 'The form is complete, or one of its answers names the file.',
          codes: ['form-state', 'attachment-used'],
        },
      },
    },
    async handle({ principal, params }) {
      await removeAttachment(deps, principal, params);
      return { status: 204 };
    },
  });
