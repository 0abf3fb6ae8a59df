import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code.',
});

export const CodeBody = Type.Object(
  { code },
  { title: 'SecondFactorCode', additionalProperties: false },
);

export const SignInStep = Type.Object(
  {
    next: Type.Union([Type.Literal('code'), Type.Literal('passkey')], {
      description:
        '`code`: of the authenticator app, or a recovery code, to /app/v1/session/code. `passkey`: the person signs in with a passkey; the password alone is not enough.',
    }),
  },
  { title: 'SignInStep' },
);
export type SignInStep = Static<typeof SignInStep>;

export const SecondFactor = Type.Object(
  {
    app: Type.Optional(
      Type.Object({
        createdAt: Time(),
        recoveryCodes: Type.Integer({ description: 'How many are left.' }),
      }),
    ),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Static<typeof SecondFactor>;

export const SecondFactorOffer = Type.Object(
  {
    secret: Type.String({ description: 'In Base32, to be typed into the app.' }),
    link: Type.String({ description: 'otpauth://, for the app to scan or open.' }),
    offer: Type.String({ description: 'To be sent back with a code of the app.' }),
    expiresAt: Time(),
  },
  { title: 'SecondFactorOffer' },
);
export type SecondFactorOffer = Static<typeof SecondFactorOffer>;

export const NewSecondFactorBody = Type.Object(
  {
    offer: Type.String({ minLength: 1, maxLength: 1000 }),
    code: Type.String({ minLength: 1, maxLength: 40, description: 'Of the app: six digits.' }),
  },
  { title: 'NewSecondFactor', additionalProperties: false },
);

export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each signs in once, in the place of a code of the app. Shown once.',
    }),
  },
  { title: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;
