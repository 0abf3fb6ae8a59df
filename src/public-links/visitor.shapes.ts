import { type Static, Type } from 'typebox';
import { Brand } from '#brand/index.ts';
import { LocaleShape, Time } from '#http/shapes.ts';
import type { JsonObject } from '#kernel/json.ts';
import { PublicListRow } from '#templates/index.ts';

const Json = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }));

export const LinkOpening = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 4200,
      description: 'The text after `#` in the address of the link.',
    }),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'If the link asks for one.' }),
    ),
    draft: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: '`draft` of an earlier answer, to go on with the same form.',
      }),
    ),
  },
  { title: 'LinkOpening', additionalProperties: false },
);

export const LinkSession = Type.Object(
  {
    session: Type.String({
      description:
        'Send it as `Authorization: Bearer` to /link/v1, the only place where it is valid.',
    }),
    expiresAt: Time(),
    linkId: Type.String({ format: 'uuid' }),
    accountId: Type.String({ format: 'uuid' }),
    formId: Type.String({ format: 'uuid', description: 'The id that the form will have.' }),
    draft: Type.String({ description: 'Opens the same form and the same version again.' }),
    keepOnDevice: Type.Boolean({
      description: 'Whether the browser keeps answers that are not sent when its page is closed.',
    }),
    receipt: Type.Optional(
      Type.String({ description: 'The receipt number, if this form was sent already.' }),
    ),
  },
  { title: 'LinkSession' },
);

export type LinkSession = Static<typeof LinkSession>;

export const LinkForm = Type.Object(
  {
    title: Type.String({ description: 'The name of the template.' }),
    description: Type.Optional(Type.String()),
    organisation: Type.Object({ name: Type.String(), brand: Brand }),
    timeZone: Type.String(),
    maxFileBytes: Type.Integer({ description: 'The largest file that the form takes, in bytes.' }),
    templateId: Type.String({ format: 'uuid' }),
    versionNumber: Type.Integer(),
    definition: Json,
    fixed: { ...Json, description: 'Answers that the link fixes. Others are not accepted.' },
    lists: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        rows: Type.Optional(
          Type.Array(PublicListRow, {
            description:
              'All rows of a small list, which need no search. Left out: search at /link/v1/list-rows.',
          }),
        ),
      }),
      {
        description:
          'The public lists that the form chooses from. The first five come with their rows if they have at most 100 rows of together 64 KiB.',
      },
    ),
    needsProof: Type.Boolean({ description: 'Whether a puzzle has to be solved.' }),
    closesAt: Type.Optional(Time('The link takes no answers from then on.')),
  },
  { title: 'LinkForm' },
);
export type LinkForm = Static<typeof LinkForm>;

export const LinkPuzzle = Type.Object(
  {
    puzzle: Type.String(),
    bits: Type.Integer({
      description:
        'Find a whole number for which the SHA-256 of `puzzle`, a dot and the number begins with this many zero bits.',
    }),
    expiresAt: Time(),
  },
  { title: 'LinkPuzzle' },
);

export const LinkFile = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    type: Type.String(),
    size: Type.Integer(),
    field: Type.String(),
  },
  { title: 'LinkFile' },
);

export const LinkAnswers = Type.Object(
  {
    answers: Json,
    locale: Type.Optional(LocaleShape),
    proof: Type.Optional(
      Type.Object(
        {
          puzzle: Type.String({ maxLength: 100 }),
          solution: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'LinkAnswers', additionalProperties: false },
);

export const LinkReceipt = Type.Object(
  {
    receipt: Type.String({ description: 'The number by which the organisation finds the form.' }),
    thankYou: Type.Optional(Type.String({ description: 'The text of the link, as plain text.' })),
  },
  { title: 'LinkReceipt' },
);
export type LinkReceipt = Static<typeof LinkReceipt>;
