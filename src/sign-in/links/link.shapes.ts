import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import { TypedName } from '#sign-in/sessions/session.shapes.ts';

export const NewLinkBody = Type.Object(
  {
    send: Type.Optional(
      Type.Boolean({
        description: 'Whether to send it to the user by email. Then it is not shown.',
      }),
    ),
  },
  { title: 'NewSignInLink', additionalProperties: false },
);

export const SignInLink = Type.Object(
  {
    url: Type.Optional(
      Type.String({ description: 'The link for the user. It is shown only once, and works once.' }),
    ),
    sentTo: Type.Optional(Type.String({ description: 'The email address that it was sent to.' })),
    kind: Type.Union([Type.Literal('invitation'), Type.Literal('reset')], {
      description: '`invitation`: the user has no password yet.',
    }),
    expiresAt: Time(),
  },
  { title: 'SignInLink' },
);
export type SignInLink = Static<typeof SignInLink>;

const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part of the link after #.',
});

export const LinkBody = Type.Object({ token }, { title: 'LinkToken', additionalProperties: false });

export const LinkInfo = Type.Object(
  {
    kind: Type.Union([Type.Literal('invitation'), Type.Literal('reset')]),
    userName: Type.String(),
    displayName: Type.Optional(Type.String()),
    accountName: Type.String(),
    passwordMinLength: Type.Integer(),
  },
  { title: 'LinkInfo' },
);
export type LinkInfo = Static<typeof LinkInfo>;

export const LinkRequestBody = Type.Object(
  { userName: TypedName },
  { title: 'LinkRequest', additionalProperties: false },
);

export const LinkRedemptionBody = Type.Object(
  { token, password: Type.String({ maxLength: 1024 }) },
  { title: 'LinkRedemption', additionalProperties: false },
);
