import { type Static, Type } from 'typebox';
import { Next } from '#http/app/list.shapes.ts';

const Id = Type.String({ format: 'uuid' });
const Named = Type.Object({
  id: Id,
  name: Type.Optional(Type.String({ description: 'Missing for somebody who was erased.' })),
});

const Kind = Type.Union(
  [
    Type.Literal('assignment'),
    Type.Literal('form'),
    Type.Literal('series'),
    Type.Literal('sent-series'),
  ],
  {
    description:
      '`form`: a draft that no open assignment leads to. `series`: it assigns to the leaver. `sent-series`: the leaver sends it.',
  },
);

const LeftItem = Type.Object({
  kind: Kind,
  id: Id,
  leaver: Named,
  template: Named,
  sentBy: Named,
  dueDate: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When it is due, or when the series assigns the next time. null: never.',
  }),
  isBegun: Type.Boolean({ description: 'Whether a form has begun.' }),
  successor: Type.Union([Named, Type.Null()], {
    description: 'The manager of the leaver if active, else the sender. null: nobody is proposed.',
  }),
  mayChoose: Type.Boolean({ description: 'Whether the user may choose somebody else.' }),
});
export type LeftItem = Static<typeof LeftItem>;

export const LeftList = Type.Object({ items: Type.Array(LeftItem), next: Next });

/** How many forms, assignments and series a request may hand on. */
const MOST = 100;

export const HandOnLeft = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          kind: Kind,
          id: Type.String({ maxLength: 64 }),
          leaver: Type.String({ maxLength: 64, description: 'The id of the user who left.' }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MOST },
    ),
    to: Type.Optional(
      Type.Object(
        {
          type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
          id: Type.String({ maxLength: 64 }),
        },
        {
          additionalProperties: false,
          description: 'If omitted, each goes to the one who is proposed.',
        },
      ),
    ),
  },
  { title: 'HandOnLeft', additionalProperties: false },
);

export const HandedOn = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      error: Type.Optional(
        Type.Object(
          { code: Type.String(), detail: Type.String() },
          { description: 'Why it was not handed on.' },
        ),
      ),
    }),
    { description: 'In the order of the request.' },
  ),
});
export type HandedOn = Static<typeof HandedOn>;
