import { type Static, Type } from 'typebox';
import { Time } from '#account/sessions/session.shapes.ts';

const MinLength = (description: string) => Type.Integer({ minimum: 8, maximum: 64, description });

export const AccountSettings = Type.Object(
  {
    id: Type.String(),
    code: Type.String({ description: 'Starts every client id; it never changes.' }),
    name: Type.String(),
    basicAllowed: Type.Boolean({ description: 'Whether HTTP Basic, which is deprecated, works.' }),
    passwordMinLength: MinLength('Of passwords that people choose here.'),
    scimPasswordMinLength: MinLength('Of passwords that arrive over SCIM.'),
    basicOffered: Type.Boolean({
      description: 'Whether whoever runs the service lets anybody use Basic.',
    }),
    basicSunset: Type.Optional(Time('When Basic ends for everybody.')),
    sessions: Type.Object(
      {
        idleSeconds: Type.Integer({ description: 'It ends after so long without a request.' }),
        longestSeconds: Type.Integer({ description: 'It ends after so long in any case.' }),
        confirmedSeconds: Type.Integer({
          description: 'So long after a check nobody is asked again before something sensitive.',
        }),
      },
      { description: 'Of people in browsers; the same for every account.' },
    ),
    createdAt: Time(),
  },
  { title: 'AccountSettings' },
);
export type AccountSettings = Static<typeof AccountSettings>;

export const AccountChangeBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    basicAllowed: Type.Optional(Type.Boolean()),
    passwordMinLength: Type.Optional(MinLength('Of passwords that people choose here.')),
    scimPasswordMinLength: Type.Optional(MinLength('Of passwords that arrive over SCIM.')),
  },
  { title: 'AccountChange', additionalProperties: false },
);
