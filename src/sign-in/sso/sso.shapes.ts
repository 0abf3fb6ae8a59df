import { type Static, Type } from 'typebox';
import { pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';
import { CALL_FAILURES } from '#outbound/call-failure.ts';

const Attribute = Type.Union([Type.Literal('externalId'), Type.Literal('userName')], {
  description: 'The SCIM attribute that must equal the claim.',
});

const Kind = Type.Union([Type.Literal('oidc'), Type.Literal('saml')], {
  description: 'The protocol: OpenID Connect, or SAML 2.0.',
});

const SamlSide = Type.Object(
  {
    entityId: Type.String({
      description: 'The entity ID (audience) to enter at the identity provider.',
    }),
    acsUrl: Type.String({
      description:
        'The assertion consumer service (single sign-on URL) to enter at the identity provider.',
    }),
    metadataUrl: Type.String({ description: 'The metadata of Formstead for this connection.' }),
    providerMetadataUrl: Type.Optional(
      Type.String({
        description:
          'The address of the metadata of the identity provider, read once a day. Left out if they came as a file.',
      }),
    ),
    signOnUrl: Type.Optional(
      Type.String({
        description:
          'Where people sign in at the identity provider. Left out as long as its metadata are missing.',
      }),
    ),
    waitingSignOnUrl: Type.Optional(
      Type.String({
        description:
          'The sign-on address that the metadata name now. Formstead uses it once an admin sends it as `signOnUrl`.',
      }),
    ),
    refreshedAt: Type.Optional(Time('When the metadata were last read.')),
    refreshProblem: Type.Optional(
      Type.String({ description: 'Why the last daily reading failed, in English.' }),
    ),
    certificates: Type.Array(
      Type.Object({
        sha256: Type.String({ description: 'The fingerprint of the certificate.' }),
        endsAt: Time(),
      }),
    ),
  },
  { title: 'SamlSide' },
);

export const SsoConnection = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    name: Type.String(),
    issuer: Type.String({
      description:
        'With SAML the entity ID of the identity provider; empty as long as its metadata are missing.',
    }),
    clientId: Type.Optional(Type.String()),
    saml: Type.Optional(SamlSide),
    claim: Type.String(),
    attribute: Attribute,
    credentialIds: Type.Array(Type.String(), {
      description:
        'The credentials whose users it signs in. If the list is empty, the oldest such connection signs in all users that no other connection names.',
    }),
    enabled: Type.Boolean(),
    redirectUri: Type.Optional(
      Type.String({
        description: 'The redirect URI to register at the identity provider (OpenID Connect).',
      }),
    ),
    signedOutUri: Type.Optional(
      Type.String({
        description:
          'The URI to which the provider redirects after a sign-out. Register it there as well (OpenID Connect).',
      }),
    ),
    createdAt: Time(),
    lastSignInAt: Type.Optional(
      Time(
        'Accurate to an hour. Left out if nobody has signed in since the connection was last changed.',
      ),
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

const SsoDuplicate = Type.Object(
  {
    externalId: Type.String(),
    count: Type.Integer({ description: 'The number of active users with this externalId.' }),
    users: Type.Array(
      Type.Object({
        id: Type.String(),
        userName: Type.String(),
        displayName: Type.Optional(Type.String()),
      }),
      { description: 'The first five of them.' },
    ),
  },
  { title: 'SsoDuplicate' },
);
export type SsoDuplicate = Static<typeof SsoDuplicate>;

export const SsoDuplicateList = pageOf(SsoDuplicate, 'SsoDuplicateList');
export type SsoDuplicateList = Static<typeof SsoDuplicateList>;

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) });

const fields = {
  name: text(200, 'The text on the button of the sign-in page.'),
  issuer: text(2048, 'The issuer address of the provider, with https.'),
  clientId: text(512),
  clientSecret: text(2048, 'Stored encrypted and never shown.'),
  claim: Type.String({
    pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$',
    description:
      'The claim of the ID token: `sub` for Okta, `oid` for Entra. With SAML `NameID`, or the exact name of an attribute. `email` is not allowed, because an address proves no identity.',
  }),
  attribute: Attribute,
  credentialIds: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'The credentials and provisioning tokens that created the users of this identity provider. If the list is empty, the oldest connection with an empty list signs in all users that no other connection names. Later ones with an empty list sign in nobody.',
  }),
  enabled: Type.Boolean(),
  metadata: text(500_000, 'The metadata of the identity provider, as XML (SAML).'),
  metadataUrl: text(
    2048,
    'The https address of the metadata of the identity provider. Formstead reads them again every day (SAML).',
  ),
};

export const NewSsoConnectionBody = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    name: fields.name,
    claim: fields.claim,
    attribute: fields.attribute,
    kind: Type.Optional(Kind),
  },
  { title: 'NewSsoConnection', additionalProperties: false },
);

export type NewSsoConnection = Static<typeof NewSsoConnectionBody>;

export const SsoConnectionChangeBody = Type.Partial(
  Type.Object({
    ...fields,
    signOnUrl: text(
      2048,
      'The waiting sign-on address, which an admin has checked and agrees to (SAML).',
    ),
  }),
  { title: 'SsoConnectionChange', additionalProperties: false },
);

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
        Type.Literal('other-issuer'),
        Type.Literal('unclear'),
        Type.Literal('metadata-missing'),
        Type.Literal('metadata-file'),
        Type.Literal('metadata-current'),
        Type.Literal('metadata-changed'),
        Type.Literal('metadata-unusable'),
      ],
      {
        description:
          '`works`: the provider accepts the client id and secret. `wrong-secret`: the provider rejects them. `secret-lost`: the stored secret can’t be decrypted, so it must be entered again. `address-blocked`: the address is private, and FORMSTEAD_OUTBOUND_NETWORKS does not allow it. `unreachable`: the configuration of the provider can’t be read. `other-issuer`: the provider names another issuer. `unclear`: the provider gave another answer. With SAML: `metadata-missing`: the metadata of the provider are missing. `metadata-file`: they came as a file, so there is nothing to call. `metadata-current`: its address answers with the metadata that Formstead uses. `metadata-changed`: it answers with others, which the daily reading or an admin applies. `metadata-unusable`: it answers with something else.',
      },
    ),
    error: Type.Optional(Type.String({ description: 'The error code of the provider.' })),
    expectedIssuer: Type.Optional(
      Type.String({ description: 'For `other-issuer`: the issuer of the connection.' }),
    ),
    receivedIssuer: Type.Optional(
      Type.String({ description: 'For `other-issuer`: the issuer that the provider names.' }),
    ),
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
        description:
          'true: the provider must authenticate the user again. The sign-in then counts as a confirmation of identity.',
      }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: '^/',
        description:
          'A path of Formstead with query and fragment, which the browser opens after the sign-in.',
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
    url: Type.Optional(
      Type.String({ description: 'The address that the browser must open next.' }),
    ),
    state: Type.Optional(Type.String({ description: 'The value of `problem` at /sign-in.' })),
  },
  { title: 'SsoEnding' },
);
export type SsoEnding = Static<typeof SsoEnding>;

export const SsoAddress = Type.Object(
  { url: Type.String({ description: 'The address that the browser must open next.' }) },
  { title: 'SsoAddress' },
);
