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
        '`code`: send a code of the authenticator app or a recovery code to /app/v1/session/code. `passkey`: the password is not enough, and the user must sign in with a passkey.',
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
        recoveryCodes: Type.Integer({ description: 'The number of codes left.' }),
      }),
    ),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Static<typeof SecondFactor>;

export const SecondFactorOffer = Type.Object(
  {
    secret: Type.String({ description: 'The secret in Base32, to type into the app.' }),
    link: Type.String({ description: 'An otpauth:// address that the app can scan or open.' }),
    offer: Type.String({ description: 'Send it back with a code of the app.' }),
    expiresAt: Time(),
  },
  { title: 'SecondFactorOffer' },
);
export type SecondFactorOffer = Static<typeof SecondFactorOffer>;

export const NewSecondFactorBody = Type.Object(
  {
    offer: Type.String({ minLength: 1, maxLength: 1000 }),
    code: Type.String({ minLength: 1, maxLength: 40, description: 'The six digits of the app.' }),
  },
  { title: 'NewSecondFactor', additionalProperties: false },
);

export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description:
        'Each code can be used once instead of a code of the app. The codes are shown only once.',
    }),
  },
  { title: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;
