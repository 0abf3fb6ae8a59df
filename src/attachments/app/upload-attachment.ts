import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { ATTACHMENT_TYPES } from '#attachments/content-type.ts';
import { uploadDoc } from '#attachments/upload-docs.ts';
import { replyToUpload } from '#attachments/upload-request.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/forms/:id/attachments: uploads a photo, signature or file to a draft. */
export const uploadAppAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/attachments',
    body: 'bytes',
    mediaTypes: ATTACHMENT_TYPES,
    maxBodyBytes: deps.settings.files.maxAttachmentBytes,
    doc: uploadDoc('Upload a file to a form', 'Forms'),
    handle: (request) => replyToUpload(deps, request, (id) => `/app/v1/forms/${id}`),
  });
