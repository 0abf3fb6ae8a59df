import { appEndpoint } from '#http/app-endpoint.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { ATTACHMENT_TYPES } from './content-type.ts';
import { uploadDoc } from './upload-docs.ts';
import { replyToUpload } from './upload-request.ts';

/** POST /app/v1/forms/:id/attachments: uploads a photo, signature or file to a draft. */
export const uploadAppAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/attachments',
    body: 'bytes',
    mediaTypes: ATTACHMENT_TYPES,
    maxBodyBytes: deps.settings.files.maxAttachmentBytes,
    doc: uploadDoc('Attach a file to a form', 'Forms'),
    handle: (request) => replyToUpload(deps, request, (id) => `/app/v1/forms/${id}`),
  });

/** POST /v2/formz/:id/attachments: uploads a photo, signature or file to a draft. */
export const uploadAttachmentV2 = (deps: AttachmentsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/attachments',
    protocol: 'problem',
    access: { right: 'forms.write' },
    limit: 'api',
    body: 'bytes',
    mediaTypes: ATTACHMENT_TYPES,
    maxBodyBytes: deps.settings.files.maxAttachmentBytes,
    doc: uploadDoc('Attach a file to a form', 'Forms'),
    handle: (request) => replyToUpload(deps, request, (id) => `${deps.publicUrl()}/v2/formz/${id}`),
  });
