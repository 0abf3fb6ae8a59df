import type { EndpointDoc } from '#http/endpoint.ts';
import { ACCEPTED, AttachmentItem, UPLOAD_QUERY } from './attachment.shapes.ts';

/** Returns the documentation that both upload endpoints share. */
export const uploadDoc = (summary: string, tag: string): EndpointDoc => ({
  summary,
  tag,
  description: [
    'The body is the file itself. Its first bytes must be those of its Content-Type.',
    `${ACCEPTED} A form may have 100 files. A file that no answer names a day later is deleted.`,
  ].join(' '),
  query: UPLOAD_QUERY,
  responses: {
    200: {
      description: 'The file was there already, with the same bytes.',
      schema: AttachmentItem,
    },
    201: {
      description: 'The file is stored. The answer to its question names it by `id`.',
      schema: AttachmentItem,
      headers: { Location: 'Where its bytes are read.' },
    },
    404: { description: 'There is no such form, or it is not for this person.' },
    409: { description: 'The form is complete, or the id belongs to another file.' },
    429: {
      description:
        'Too many requests, or the acting user uploaded as much as somebody may in a day (`uploads-full`).',
    },
    507: {
      description:
        'The files of the account take as much as they may (`files-full`). `used` and `limit` are in bytes.',
    },
  },
});

export const DOWNLOAD_RESPONSES: EndpointDoc['responses'] = {
  200: { description: 'The bytes, of the type that the file has.', mediaType: '*/*' },
  304: { description: 'If-None-Match names the file as it is.' },
  404: { description: 'There is no such file, or its form is not for this person.' },
};
