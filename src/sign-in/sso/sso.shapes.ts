import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import { CALL_FAILURES } from '#outbound/call-failure.ts';

const Attribute = Type.Union([Type.Literal('externalId'), Type.Literal('userName')], {
  description: 'The SCIM attribute that must equal the claim.',
});

export const SsoConnection = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    issuer: Type.String(),
    clientId: Type.String(),
    claim: Type.String(),
    attribute: Attribute,
    credentialIds: Type.Array(Type.String(), {
      description:
        'The credentials whose people it signs in; empty: everybody whom no other connection names, for the oldest such connection.',
    }),
    enabled: Type.Boolean(),
    redirectUri: Type.String({ description: 'What the identity provider must know.' }),
    signedOutUri: Type.String({
      description: 'Where the provider sends people who signed out there. It must know that, too.',
    }),
    createdAt: Time(),
    lastSignInAt: Type.Optional(
      Time('To the hour. Left out: nobody has signed in with it as it is now.'),
    ),
  },
  { title: 'SsoConnection' },
);
export type SsoConnection = Static<typeof SsoConnection>;

export const SsoConnectionList = Type.Object(
  { items: Type.Array(SsoConnection) },
  { title: 'SsoConnectionList' },
);
export type SsoConnectionList = Static<typeof SsoConnectionList>;

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) });

const fields = {
  name: text(200, 'On the button of the sign-in page.'),
  issuer: text(2048, 'The https address that the provider calls itself by.'),
  clientId: text(512),
  clientSecret: text(2048, 'Kept encrypted and never shown.'),
  claim: Type.String({
    pattern: '^[A-Za-z][\\w.:/-]{0,99}$',
    description:
      'Of the ID token: `sub` for Okta, `oid` for Entra. Never `email`: addresses are not proof.',
  }),
  attribute: Attribute,
  credentialIds: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'Which credentials and provisioning tokens brought the people that this identity provider signs in. Empty: everybody whom no other connection names, for the oldest such connection; nobody yet, for a later one.',
  }),
  enabled: Type.Boolean(),
};

export const NewSsoConnectionBody = Type.Object(
  {
    ...fields,
    credentialIds: Type.Optional(fields.credentialIds),
    enabled: Type.Optional(fields.enabled),
  },
  { title: 'NewSsoConnection', additionalProperties: false },
);

export const SsoConnectionChangeBody = Type.Partial(Type.Object(fields), {
  title: 'SsoConnectionChange',
  additionalProperties: false,
});

export type SsoConnectionChange = Static<typeof SsoConnectionChangeBody>;

export const SsoTest = Type.Object(
  {
    outcome: Type.Union(
      [
        Type.Literal('works'),
        Type.Literal('wrong-secret'),
        Type.Literal('secret-lost'),
        Type.Literal('address-blocked'),
        Type.Literal('unreachable'),
        Type.Literal('unclear'),
      ],
      {
        description:
          '`works`: the provider knows the client id and secret. `wrong-secret`: it does not. `secret-lost`: it can’t be opened any more; enter it again. `address-blocked`: a private address that FORMSTEAD_OUTBOUND_NETWORKS does not name. `unreachable`: its settings can’t be read. `unclear`: they can, and it answers something else.',
      },
    ),
    error: Type.Optional(Type.String({ description: 'The provider’s own error code.' })),
    reason: Type.Optional(
      Type.Enum(CALL_FAILURES, { description: 'Why a call failed, for programs.' }),
    ),
    detail: Type.Optional(Type.String({ description: 'What went wrong, in English.' })),
  },
  { title: 'SsoTest' },
);
export type SsoTest = Static<typeof SsoTest>;

export const BeginSsoBody = Type.Object(
  {
    connectionId: text(200),
    fresh: Type.Optional(
      Type.Boolean({
        description: 'The provider shall ask the person anew; the sign-in then counts as a check.',
      }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: '^/',
        description:
          'A path here, with query and fragment: where the browser goes once the person is signed in.',
      }),
    ),
  },
  { title: 'SsoBeginning', additionalProperties: false },
);

export const EndSsoBody = Type.Object(
  { connectionId: text(200) },
  { title: 'SsoEndingRequest', additionalProperties: false },
);

export const SsoEnding = Type.Object(
  {
    name: Type.String({ description: 'Of the connection.' }),
    url: Type.Optional(Type.String({ description: 'Where the browser goes next.' })),
    state: Type.Optional(Type.String({ description: 'What it comes back with to /sign-in.' })),
  },
  { title: 'SsoEnding' },
);
export type SsoEnding = Static<typeof SsoEnding>;

export const SsoAddress = Type.Object(
  { url: Type.String({ description: 'Where the browser goes next.' }) },
  { title: 'SsoAddress' },
);
