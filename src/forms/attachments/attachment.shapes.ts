import { type Static, Type } from 'typebox';
import { ATTACHMENT_TYPES } from './content-type.ts';

export const AttachmentItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'What the file is called: text to show, never a path.' }),
    type: Type.String({ description: 'Media type, found true by its first bytes.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    field: Type.String({ description: 'The question that it answers, by name.' }),
    url: Type.String({ description: 'Where its bytes are read, with the same credentials.' }),
    createdAt: Type.String({ format: 'date-time' }),
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
          'A UUID that the client made for the file. Sent again with the same bytes, the answer is 200 and the file that is there; left out, each call makes a new file.',
      }),
    ),
    field: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The name of a question of the type file or signaturepad.',
    }),
    fileName: Type.Optional(
      Type.String({ maxLength: 2000, description: 'What the file is called; left out: `file`.' }),
    ),
  },
  { additionalProperties: false },
);

export const ACCEPTED = `Taken are: ${ATTACHMENT_TYPES.join(', ')}.`;
