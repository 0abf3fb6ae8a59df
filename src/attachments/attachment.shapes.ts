import { type Static, Type } from 'typebox';
import { SIGNATURE_FIELD } from './attachment.ts';
import { ATTACHMENT_TYPES } from './content-type.ts';

export const AttachmentItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The file name to show. It is never a path.' }),
    type: Type.String({ description: 'The media type, checked against the first bytes.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    field: Type.String({
      description: `The name of the question that it answers, or \`${SIGNATURE_FIELD}\`: a reviewer signs with it.`,
    }),
    url: Type.String({ description: 'The address of its bytes. Use the same credentials.' }),
    createdAt: Type.String({ format: 'date-time' }),
    damaged: Type.Optional(
      Type.Literal(true, {
        description:
          'The stored file is missing or its bytes have changed, so that it cannot be read. Left out otherwise.',
      }),
    ),
  },
  { title: 'Attachment' },
);
export type AttachmentItem = Static<typeof AttachmentItem>;

export const UPLOAD_QUERY = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        maxLength: 36,
        description:
          'A UUID that the client creates for the file. Repeating the request with the same bytes returns the existing file with status 200. If omitted, each request creates a new file.',
      }),
    ),
    field: Type.String({
      minLength: 1,
      maxLength: 128,
      description: `The name of a question of the type file, signaturepad or sketch. \`${SIGNATURE_FIELD}\` is a picture with which a reviewer signs a form in review; the decision then names it in \`signature\`.`,
    }),
    fileName: Type.Optional(
      Type.String({ maxLength: 2000, description: 'The file name. If omitted, `file`.' }),
    ),
  },
  { additionalProperties: false },
);

export const ACCEPTED = `Allowed types: ${ATTACHMENT_TYPES.join(', ')}.`;
