import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { asShown, replyWithFile } from '#attachments/open-attachment.ts';
import { DOWNLOAD_RESPONSES } from '#attachments/upload-docs.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/forms/:id/attachments/:attachmentId: returns the bytes of a file. */
export const downloadAppAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms/:id/attachments/:attachmentId',
    doc: { summary: 'Read a file of a form', tag: 'Forms', responses: DOWNLOAD_RESPONSES },
    handle: (request) => replyWithFile(deps, request),
  });

/** GET /app/v1/forms/:id/attachments/:attachmentId/picture: returns an image as browsers show it. */
export const showAppAttachment = (deps: AttachmentsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms/:id/attachments/:attachmentId/picture',
    doc: {
      summary: 'Read an image of a form as it is shown',
      tag: 'Forms',
      description:
        'Returns an upright image of at most 2,000 pixels per side, without camera metadata. Other files are returned unchanged.',
      responses: DOWNLOAD_RESPONSES,
    },
    handle: (request) => replyWithFile(deps, request, asShown),
  });
