import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { ATTACHMENT_TYPES } from '#attachments/content-type.ts';
import { uploadDoc } from '#attachments/upload-docs.ts';
import { replyToUpload } from '#attachments/upload-request.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** POST /v2/formz/:id/attachments: uploads a photo, signature or file to a draft. */
export const postAttachment = (deps: AttachmentsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/attachments',
    protocol: 'problem',
    access: { right: 'forms.write' },
    limit: 'api',
    body: 'bytes',
    mediaTypes: ATTACHMENT_TYPES,
    maxBodyBytes: deps.settings.files.maxAttachmentBytes,
    doc: uploadDoc('Upload a file to a form', 'Forms'),
    handle: (request) => replyToUpload(deps, request, (id) => `${deps.publicUrl()}/v2/formz/${id}`),
  });
