import type { EndpointDoc } from '#http/endpoint.ts';
import { ACCEPTED, AttachmentItem, UPLOAD_QUERY } from './attachment.shapes.ts';

/** Returns the documentation that both upload endpoints share. */
export const uploadDoc = (summary: string, tag: string): EndpointDoc => ({
  summary,
  tag,
  description: [
    'The body is the file itself. Its first bytes must match its Content-Type.',
    `${ACCEPTED} A form may have 100 files. A file that no answer, and no signed decision, names within a day is deleted.`,
  ].join(' '),
  query: UPLOAD_QUERY,
  responses: {
    200: {
      description: 'The file already existed, with the same bytes.',
      schema: AttachmentItem,
    },
    201: {
      description: 'The file was stored. The answer to its question must name it by `id`.',
      schema: AttachmentItem,
      headers: { Location: 'The address of its bytes.' },
    },
    400: {
      description: 'The file, its name or a parameter is not valid.',
      codes: ['invalid-attachment'],
    },
    404: 'no form seen',
    409: {
      description:
        'The form is complete, does not wait for a signature of the acting user, or the id belongs to another file.',
      codes: ['form-state', 'attachment-exists'],
    },
    429: {
      description: 'Too many requests, or the acting user has reached the upload limit of the day.',
      codes: ['uploads-full'],
    },
    507: {
      description:
        'The files of the account have reached their limit. `used` and `limit` are in bytes.',
      codes: ['files-full'],
    },
  },
});

export const DOWNLOAD_RESPONSES: EndpointDoc['responses'] = {
  200: { description: 'The bytes, with the type of the file.', mediaType: '*/*' },
  304: { description: 'The file has not changed since the version in If-None-Match.' },
  404: 'no file seen',
  410: {
    description:
      'The stored file is missing or its bytes have changed. If that shows only behind its first MiB, the connection ends before the last byte.',
    codes: ['file-damaged'],
  },
};
