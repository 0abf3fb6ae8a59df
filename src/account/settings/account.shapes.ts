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
