import { type Static, Type } from 'typebox';

/** How many forms a request may approve. */
export const MAX_APPROVED = 50;

export const Approvals = Type.Object(
  {
    forms: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 64 }),
          revision: Type.Integer({ minimum: 1, description: 'The revision that was shown.' }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_APPROVED },
    ),
  },
  { title: 'ReviewApprovals', additionalProperties: false },
);

const Text = Type.Optional(Type.String());

export const Approved = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.Union(
          [Type.Literal('approved'), Type.Literal('passed'), Type.Literal('refused')],
          { description: '`passed`: the form waits for the next step.' },
        ),
        code: Type.Optional(
          Type.String({ description: 'Of a refused form: the code of the error.' }),
        ),
        reason: Text,
        value: Text,
        who: Text,
        message: Type.Optional(Type.String({ description: 'Why, in English.' })),
      }),
      { description: 'In the order of the request.' },
    ),
  },
  { title: 'ReviewApproved' },
);
export type Approved = Static<typeof Approved>;
