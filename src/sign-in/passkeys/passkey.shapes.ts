import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import { bytes, clientDataJSON, credentialId } from './assertion.shapes.ts';

const name = Type.String({ minLength: 1, maxLength: 100 });

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Time(),
    lastUsedAt: Type.Optional(Time('Left out if it was never used.')),
  },
  { title: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

export const PasskeyList = Type.Object({ items: Type.Array(Passkey) }, { title: 'PasskeyList' });
export type PasskeyList = Static<typeof PasskeyList>;

export const PasskeyNameBody = Type.Object(
  { name },
  { title: 'PasskeyName', additionalProperties: false },
);

const Described = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
});

/** Options for `navigator.credentials.create` (WebAuthn 3 §5.4, JSON of §5.1.8). */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ name: Type.String(), id: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(
      Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }),
    ),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    excludeCredentials: Type.Array(Described),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    attestation: Type.Literal('none'),
  },
  { title: 'PasskeyCreationOptions' },
);
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;

/** Options for `navigator.credentials.get` (WebAuthn 3 §5.5). */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: Type.Literal('required'),
  },
  { title: 'PasskeyRequestOptions' },
);
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;

export const NewPasskeyBody = Type.Object(
  {
    name,
    id: credentialId,
    clientDataJSON,
    attestationObject: bytes(65_536, 'The value from the authenticator, in base64url.'),
  },
  { title: 'NewPasskey', additionalProperties: false },
);
export type NewPasskeyBody = Static<typeof NewPasskeyBody>;
