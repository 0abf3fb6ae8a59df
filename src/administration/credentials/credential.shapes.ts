import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';

const lastUse = {
  lastUsedAt: Type.Optional(Time()),
  lastUsedIp: Type.Optional(Type.String()),
  lastUsedAgent: Type.Optional(Type.String()),
};

const Secret = Type.Object(
  {
    id: Type.String(),
    hint: Type.String({ description: 'The last characters of the secret, to recognise it.' }),
    label: Type.Optional(Type.String()),
    state: Type.Union([Type.Literal('live'), Type.Literal('expired'), Type.Literal('revoked')]),
    createdAt: Time(),
    expiresAt: Type.Optional(Time()),
    ...lastUse,
  },
  { title: 'CredentialSecret' },
);

export const Credential = Type.Object(
  {
    id: Type.String({ description: 'The client_id.' }),
    name: Type.String(),
    kind: Type.Union([
      Type.Literal('client-secret'),
      Type.Literal('private-key-jwt'),
      Type.Literal('federated-identity'),
      Type.Literal('provisioning-token'),
    ]),
    state: Type.Union(
      [Type.Literal('active'), Type.Literal('suspended'), Type.Literal('revoked')],
      { description: '`suspended`: the user that it acts as is not active.' },
    ),
    actsAs: Type.Optional(
      Type.Object(
        { id: Type.String(), userName: Type.Optional(Type.String()) },
        { description: 'If userName is missing, the user was deleted.' },
      ),
    ),
    rights: Type.Optional(
      Type.Array(Type.String(), { description: 'If omitted, everything that the user may do.' }),
    ),
    allowedNetworks: Type.Optional(
      Type.Array(Type.String(), { description: 'If omitted, all addresses are allowed.' }),
    ),
    createdAt: Time(),
    createdBy: Type.Optional(
      Type.Object(
        { id: Type.String(), userName: Type.Optional(Type.String()) },
        {
          description:
            'If userName is missing, the user was deleted. Left out if it was created on the command line or at set-up.',
        },
      ),
    ),
    ...lastUse,
    lastRefused: Type.Optional(
      Type.Object(
        {
          at: Time(),
          ip: Type.String(),
          reason: Type.String({ description: 'A code, as in the audit log.' }),
        },
        { description: 'The last failed authentication with this client id, and its reason.' },
      ),
    ),
    tokenEndpointAudience: Type.Optional(
      Type.Boolean({
        description:
          'For clients that sign their own assertions: whether an assertion may have the token endpoint as audience and a lifetime of ten minutes. Otherwise only the issuer is accepted, with a lifetime of 60 seconds.',
      }),
    ),
    secrets: Type.Array(Secret, { description: 'Oldest first.' }),
  },
  { title: 'Credential' },
);
export type Credential = Static<typeof Credential>;

export const CredentialList = pageOf(Credential, 'CredentialList');
export type CredentialList = Static<typeof CredentialList>;

export const CREDENTIAL_QUERY = Type.Object(
  {
    actsAs: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Only those that act as the user of this id.',
      }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Label = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'The purpose of the secret.' }),
);
const Texts = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 });
const Seconds = (description: string) => Type.Integer({ minimum: 0, maximum: 4e9, description });
const LIFE = 'The lifetime of the secret. If omitted, it is valid until it is revoked.';

export const NewCredentialBody = Type.Object(
  {
    name: Name,
    actsAsUserId: Type.String({ maxLength: 200 }),
    rights: Type.Optional(Texts),
    allowedNetworks: Type.Optional(Texts),
    expiresInSeconds: Type.Optional(Seconds(LIFE)),
    label: Label,
  },
  { title: 'NewCredential', additionalProperties: false },
);

const Overlap = Type.Optional(
  Seconds(
    'How long the previous secrets stay valid, at most 30 days. If omitted, they are revoked immediately.',
  ),
);

export const RegenerateBody = Type.Object(
  { overlapSeconds: Overlap, expiresInSeconds: Type.Optional(Seconds(LIFE)), label: Label },
  { title: 'Regeneration', additionalProperties: false },
);

const TokenLife = Seconds('The lifetime of the token, at most three years.');

export const NewProvisioningTokenBody = Type.Object(
  {
    name: Name,
    expiresInSeconds: TokenLife,
    allowedNetworks: Type.Optional(Texts),
    label: Label,
  },
  { title: 'NewProvisioningToken', additionalProperties: false },
);

export const RotateTokenBody = Type.Object(
  { overlapSeconds: Overlap, expiresInSeconds: TokenLife, label: Label },
  { title: 'TokenRotation', additionalProperties: false },
);

export const CredentialChangeBody = Type.Object(
  {
    rights: Type.Optional(Type.Union([Texts, Type.Null()])),
    allowedNetworks: Type.Optional(Type.Union([Texts, Type.Null()])),
    tokenEndpointAudience: Type.Optional(
      Type.Boolean({
        description:
          'Only for clients that sign their own assertions (private_key_jwt). true: accept the token endpoint as audience, and a lifetime of ten minutes.',
      }),
    ),
  },
  {
    title: 'CredentialChange',
    additionalProperties: false,
    description: 'null removes the limit. Omitted members do not change.',
  },
);

export const ShownSecret = Type.Object(
  {
    credential: Credential,
    clientSecret: Type.String({ description: 'Shown only once.' }),
  },
  { title: 'ShownSecret' },
);
export type ShownSecret = Static<typeof ShownSecret>;

export const ShownProvisioningToken = Type.Object(
  {
    credential: Credential,
    provisioningToken: Type.String({ description: 'Shown only once.' }),
  },
  { title: 'ShownProvisioningToken' },
);
export type ShownProvisioningToken = Static<typeof ShownProvisioningToken>;
