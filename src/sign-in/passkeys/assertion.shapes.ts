import { type Static, Type } from 'typebox';

export const bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });

export const credentialId = bytes(1400, 'The credential id, base64url.');
export const clientDataJSON = bytes(8192, 'The value from the browser, in base64url.');
export const PasskeyAssertion = Type.Object(
  {
    id: credentialId,
    clientDataJSON,
    authenticatorData: bytes(8192, 'The value from the authenticator, in base64url.'),
    signature: bytes(2048, 'Of the authenticator, base64url.'),
    userHandle: bytes(128, 'The user handle that the authenticator stores, in base64url.'),
  },
  { title: 'PasskeyAssertion', additionalProperties: false },
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;
