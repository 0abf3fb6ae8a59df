import { ACCEPTED, ATTACHMENT_TYPES, UPLOAD_QUERY, uploadIn } from '#attachments/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { linkEndpoint } from '#public-links/link-endpoint.ts';
import { uploadToVisit } from '#public-links/upload-to-visit.ts';
import { LinkFile } from '#public-links/visitor.shapes.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';

/** POST /link/v1/files: stores a file for the form that will be sent. */
export const postLinkFile = (deps: VisitorDeps): Endpoint =>
  linkEndpoint({
    method: 'POST',
    path: '/link/v1/files',
    body: 'bytes',
    mediaTypes: ATTACHMENT_TYPES,
    maxBodyBytes: deps.settings.files.maxAttachmentBytes,
    doc: {
      summary: 'Upload a file by a public link',
      tag: 'Public links',
      description: `The body is the file itself. ${ACCEPTED} It is deleted after a day unless a form names it.`,
      query: UPLOAD_QUERY,
      responses: {
        200: { description: 'The file already existed, with the same bytes.', schema: LinkFile },
        201: {
          description: 'The file was stored. Name it in the answers by `id`.',
          schema: LinkFile,
        },
        409: { description: 'The form was sent, or the id belongs to another file.' },
        410: 'link ended',
        422: { description: 'The file does not fit its question, or the picture is damaged.' },
        429: {
          description:
            'The address, its site or the link has reached its limit. `reason` says which, and `endsAt` until when.',
        },
        507: { description: 'The files of the account have reached their limit.' },
      },
    },
    async handle(request) {
      const { attachment, created } = await uploadToVisit(
        deps,
        request.principal,
        request.ip,
        (formId) => uploadIn(request, formId),
      );
      const { id, name, type, size, field } = attachment;
      return { status: created ? 201 : 200, body: { id, name, type, size, field } };
    },
  });
