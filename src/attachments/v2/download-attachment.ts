import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { replyWithFile } from '#attachments/open-attachment.ts';
import { DOWNLOAD_RESPONSES } from '#attachments/upload-docs.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** GET /v2/formz/:id/attachments/:attachmentId: returns the bytes of a file. */
export const downloadAttachment = (deps: AttachmentsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz/:id/attachments/:attachmentId',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    doc: { summary: 'Read a file of a form', tag: 'Forms', responses: DOWNLOAD_RESPONSES },
    handle: (request) => replyWithFile(deps, request),
  });
