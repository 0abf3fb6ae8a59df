import { type Static, Type } from 'typebox';
import { Origin } from '#administration/list.shapes.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { Role, Time } from '#http/shapes.ts';
import { LanguageShape } from '#letters/index.ts';

const item = {
  id: Type.String(),
  userName: Type.String(),
  displayName: Type.Optional(Type.String()),
  email: Type.Optional(Type.String({ description: 'The primary one, else the first.' })),
  active: Type.Boolean({ description: 'Gets in.' }),
  blocked: Type.Boolean({
    description: 'Kept out by an admin, whatever the identity provider says.',
  }),
  role: Role,
  origin: Origin,
  protected: Type.Boolean({ description: 'Break-glass: SCIM neither sees nor changes it.' }),
  lastSignInAt: Type.Optional(Time('Of the last sign-in to the web app.')),
};

export const UserItem = Type.Object(item, { title: 'UserItem' });
export type UserItem = Static<typeof UserItem>;

export const UserList = Type.Object(
  {
    items: Type.Array(UserItem),
    next: Next,
    total: Type.Optional(Type.Integer({ description: 'Only where nothing is filtered.' })),
  },
  { title: 'UserList' },
);
export type UserList = Static<typeof UserList>;

export const USER_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'How the user name, the display name or an e-mail address starts, any case.',
      }),
    ),
    active: Type.Optional(Type.Boolean()),
    origin: Type.Optional(Origin),
    role: Type.Optional(Role),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);
export type UserQuery = Static<typeof USER_QUERY>;

export const FORMER_USER_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A part of the user name or the display name, any case.',
      }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const FormerUserItem = Type.Object(
  {
    id: Type.String(),
    userName: Type.String(),
    displayName: Type.Optional(Type.String()),
    deletedAt: Time(),
  },
  { title: 'FormerUser' },
);
export type FormerUserItem = Static<typeof FormerUserItem>;

export const FormerUserList = Type.Object(
  { items: Type.Array(FormerUserItem), next: Type.Optional(Type.String()) },
  { title: 'FormerUserList' },
);

/** A field of a provisioned user that the identity provider owns. */
export const LockedField = Type.Union([
  Type.Literal('userName'),
  Type.Literal('displayName'),
  Type.Literal('givenName'),
  Type.Literal('familyName'),
  Type.Literal('email'),
  Type.Literal('active'),
  Type.Literal('role'),
]);
export type LockedField = Static<typeof LockedField>;

export const UserDetail = Type.Object(
  {
    ...item,
    givenName: Type.Optional(Type.String()),
    familyName: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    language: Type.Optional(LanguageShape),
    createdAt: Time(),
    updatedAt: Time(),
    version: Type.Integer(),
    hasPassword: Type.Boolean(),
    passkeys: Type.Integer({ description: 'How many there are to sign in with.' }),
    hasApp: Type.Boolean({ description: 'An authenticator app is set up.' }),
    secondFactorFrom: Type.Optional(
      Time(
        'From when the user needs a second factor to sign in with a password; left out where nobody asks for it.',
      ),
    ),
    ssoOnly: Type.Boolean({
      description: 'Single sign-on is the only way in: no password and no passkey counts.',
    }),
    groups: Type.Array(
      Type.Object({
        id: Type.String(),
        displayName: Type.String(),
        direct: Type.Boolean({ description: 'False: through a group inside it.' }),
      }),
    ),
    locked: Type.Array(LockedField, {
      description: 'What only the identity provider changes.',
    }),
    attributes: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object({}, { additionalProperties: true, description: 'As SCIM shows them.' }),
    ),
  },
  { title: 'UserDetail' },
);
export type UserDetail = Static<typeof UserDetail>;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const password = Type.String({ maxLength: 1024 });

export const NewUserBody = Type.Object(
  {
    userName: text(512),
    displayName: Type.Optional(text(512)),
    givenName: Type.Optional(text(512)),
    familyName: Type.Optional(text(512)),
    email: Type.Optional(text(512)),
    role: Type.Optional(Role),
    password: Type.Optional(password),
  },
  { title: 'NewUser', additionalProperties: false },
);
export type NewUserBody = Static<typeof NewUserBody>;

const clearable = Type.Optional(Type.Union([text(512), Type.Null()]));

export const UserChangeBody = Type.Object(
  {
    userName: Type.Optional(text(512)),
    displayName: clearable,
    givenName: clearable,
    familyName: clearable,
    email: clearable,
    role: Type.Optional(Role),
    active: Type.Optional(Type.Boolean()),
    blocked: Type.Optional(
      Type.Boolean({ description: 'Kept out, whatever the identity provider says.' }),
    ),
    protected: Type.Optional(Type.Boolean()),
  },
  { title: 'UserChange', additionalProperties: false, description: 'null takes a text away.' },
);
export type UserChangeBody = Static<typeof UserChangeBody>;

export const UserConsequences = Type.Object(
  {
    credentials: Type.Integer({ description: 'API credentials that act as the user.' }),
    sessions: Type.Integer({ description: 'Browsers that are signed in.' }),
    groups: Type.Integer({ description: 'Groups that the user is directly in.' }),
    forms: Type.Integer({
      description: 'Forms made by or assigned to the user; they stay. At most 1,000 are counted.',
    }),
    managedPeople: Type.Integer({
      description: 'People whose manager it is. At most 1,000 are counted.',
    }),
    isLastAdmin: Type.Boolean({ description: 'Nobody else could administer the account.' }),
    isSelf: Type.Boolean(),
    didProvisioning: Type.Boolean({
      description: 'A credential that acts as the user did SCIM in the last 7 days.',
    }),
  },
  { title: 'UserConsequences' },
);
export type UserConsequences = Static<typeof UserConsequences>;

const Kept = Type.Object({
  count: Type.Optional(Type.Integer({ description: 'At most 1,000 are counted.' })),
  why: Type.String(),
});

export const UserErasure = Type.Object(
  {
    removed: Type.Object({
      users: Type.Integer(),
      sessions: Type.Integer(),
      passkeys: Type.Integer(),
      credentials: Type.Integer({
        description: 'Revoked: API credentials that acted as the user.',
      }),
      groups: Type.Integer({ description: 'Groups that the user was directly in.' }),
      managers: Type.Integer({ description: 'People who had the person as manager.' }),
      waitingMembers: Type.Integer({
        description: 'Memberships that waited for the person to come.',
      }),
      formNames: Type.Integer({ description: 'Forms that were named for the person.' }),
      provisioningLogEntries: Type.Integer({
        description: 'Requests of identity providers of which the contents went.',
      }),
    }),
    kept: Type.Object({ forms: Kept, auditEvents: Kept, backups: Kept }),
  },
  { title: 'UserErasure' },
);
export type UserErasure = Static<typeof UserErasure>;
