import { type Static, Type } from 'typebox';
import { Time } from '#account/sessions/session.shapes.ts';

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
    enabled: Type.Boolean(),
    redirectUri: Type.String({ description: 'What the identity provider must know.' }),
    createdAt: Time(),
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
  enabled: Type.Boolean(),
};

export const NewSsoConnectionBody = Type.Object(
  { ...fields, enabled: Type.Optional(fields.enabled) },
  { title: 'NewSsoConnection', additionalProperties: false },
);

export const SsoConnectionChangeBody = Type.Partial(Type.Object(fields), {
  title: 'SsoConnectionChange',
  additionalProperties: false,
});

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

export const SsoAddress = Type.Object(
  { url: Type.String({ description: 'Where the browser goes next.' }) },
  { title: 'SsoAddress' },
);
