import { type Static, Type } from 'typebox';
import { OriginShape } from '#administration/list.shapes.ts';
import { ReviewedTemplatesShape } from '#administration/reviewed-templates.shapes.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { RoleShape, Time } from '#http/shapes.ts';
import { LanguageShape } from '#letters/index.ts';

const item = {
  id: Type.String(),
  userName: Type.String(),
  displayName: Type.Optional(Type.String()),
  email: Type.Optional(
    Type.String({ description: 'The primary email address, else the first one.' }),
  ),
  active: Type.Boolean({ description: 'Whether the user can sign in.' }),
  blocked: Type.Boolean({
    description: 'Whether an admin has blocked the user, independent of the identity provider.',
  }),
  role: RoleShape,
  origin: OriginShape,
  protected: Type.Boolean({
    description: 'true: a break-glass user, whom SCIM neither lists nor changes.',
  }),
  lastSignInAt: Type.Optional(Time('The time of the last sign-in to the web app.')),
};

export const ListedUser = Type.Object(item, { title: 'ListedUser' });
export type ListedUser = Static<typeof ListedUser>;

export const UserList = Type.Object(
  {
    items: Type.Array(ListedUser),
    next: Next,
    total: Type.Optional(Type.Integer({ description: 'Only sent without filters.' })),
  },
  { title: 'UserList' },
);
export type UserList = Static<typeof UserList>;

/** The filters of the list, besides the search. user-list.store.ts makes SQL of them. */
const USER_FILTERS = {
  active: Type.Optional(Type.Boolean()),
  origin: Type.Optional(OriginShape),
  role: Type.Optional(RoleShape),
  namesakes: Type.Optional(
    Type.Boolean({
      description:
        'With `true`, only those whose name differs from that of another one in white space alone.',
    }),
  ),
};
type SentFilters = Static<Type.TObject<typeof USER_FILTERS>>;
export type UserListFilter = { readonly [Name in keyof SentFilters]?: SentFilters[Name] };

export const USER_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'The start of the user name, display name or email address, in any letter case, or a complete externalId.',
      }),
    ),
    ...USER_FILTERS,
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const FORMER_USER_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A part of the user name or display name, in any letter case.',
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
    passkeys: Type.Integer({ description: 'The number of passkeys of the user.' }),
    hasApp: Type.Boolean({ description: 'An authenticator app is set up.' }),
    secondFactorFrom: Type.Optional(
      Time(
        'The time from which the user needs a second factor to sign in with a password. Left out if the account does not require one.',
      ),
    ),
    ssoOnly: Type.Boolean({
      description: 'Users must sign in by single sign-on. Passwords and passkeys are not accepted.',
    }),
    groups: Type.Array(
      Type.Object({
        id: Type.String(),
        displayName: Type.String(),
        direct: Type.Boolean({ description: 'false: a member through a nested group.' }),
      }),
    ),
    locked: Type.Array(LockedField, {
      description: 'The fields that only the identity provider can change.',
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
    role: Type.Optional(RoleShape),
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
    role: Type.Optional(RoleShape),
    active: Type.Optional(Type.Boolean()),
    blocked: Type.Optional(
      Type.Boolean({
        description: 'true: an admin has blocked the user, independent of the identity provider.',
      }),
    ),
    protected: Type.Optional(Type.Boolean()),
  },
  { title: 'UserChange', additionalProperties: false, description: 'null removes a text.' },
);
export type UserChangeBody = Static<typeof UserChangeBody>;

export const UserConsequences = Type.Object(
  {
    credentials: Type.Integer({ description: 'API credentials that act as the user.' }),
    sessions: Type.Integer({ description: 'Browsers that are signed in.' }),
    groups: Type.Integer({ description: 'Groups with the user as direct member.' }),
    forms: Type.Integer({
      description:
        'Forms created by or assigned to the user. They are kept. At most 1,000 are counted.',
    }),
    managedPeople: Type.Integer({
      description: 'Users with this user as manager. At most 1,000 are counted.',
    }),
    series: Type.Integer({
      description:
        'Series that the user created, or that assign forms to the user. Their dates fail while the user is not active. At most 1,000 are counted.',
    }),
    reviews: ReviewedTemplatesShape,
    rules: Type.Integer({
      description:
        'Rules that act with the rights of the user, which stop, or that name the user. At most 1,000 are counted.',
    }),
    scheduledExports: Type.Integer({
      description: 'Exports that the user scheduled, which stop. At most 1,000 are counted.',
    }),
    isLastAdmin: Type.Boolean({ description: 'true: nobody else could administer the account.' }),
    isSelf: Type.Boolean(),
    didProvisioning: Type.Boolean({
      description: 'true: a credential that acts as the user used SCIM in the last 7 days.',
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
      groups: Type.Integer({ description: 'Groups with the user as direct member.' }),
      managers: Type.Integer({ description: 'Users with the person as manager.' }),
      waitingMembers: Type.Integer({
        description: 'Pending memberships of the person.',
      }),
      formNames: Type.Integer({
        description:
          'Forms with the name of the person in their name, and those whose answers chose the person.',
      }),
      provisioningLogEntries: Type.Integer({
        description: 'Requests of identity providers whose bodies were removed.',
      }),
    }),
    kept: Type.Object({ forms: Kept, auditEvents: Kept, backups: Kept }),
  },
  { title: 'UserErasure' },
);
export type UserErasure = Static<typeof UserErasure>;
