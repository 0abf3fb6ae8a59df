import { type Static, Type } from 'typebox';
import { Brand } from '#brand/index.ts';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { RoleShape, Time } from '#http/shapes.ts';
import { LanguageShape } from '#letters/index.ts';
import { PasskeyAssertion } from '#sign-in/passkeys/assertion.shapes.ts';

const SignInMethod = Type.Union(
  [
    Type.Literal('password'),
    Type.Literal('set-up'),
    Type.Literal('sso'),
    Type.Literal('passkey'),
    Type.Literal('link'),
  ],
  { description: 'How the user authenticated.' },
);

export const Session = Type.Object(
  {
    user: Type.Object({
      id: Type.String(),
      userName: Type.String(),
      displayName: Type.Optional(Type.String()),
      role: RoleShape,
      language: Type.Optional(LanguageShape),
      origin: Type.Union([Type.Literal('local'), Type.Literal('provisioned')]),
      ssoOnly: Type.Boolean({
        description:
          'Users must sign in by single sign-on. Passwords and passkeys are not accepted.',
      }),
      hasPassword: Type.Boolean({ description: 'The user has a password that is accepted.' }),
      passwordConfirms: Type.Boolean({
        description:
          'The user confirms their identity with the password, and a code if they have an authenticator app.',
      }),
      hasPasskey: Type.Boolean({ description: 'The user has a password that is accepted.' }),
      hasApp: Type.Boolean({
        description: 'The user has an authenticator app, so a password needs a code.',
      }),
    }),
    account: Type.Object({
      id: Type.String(),
      code: Type.String(),
      name: Type.String(),
      timeZone: Type.String({
        description: 'An IANA time zone. The days of forms begin and end in it.',
      }),
      maxFileBytes: Type.Integer({ description: 'The largest file that a form takes, in bytes.' }),
      brand: Brand,
    }),
    secondFactorFrom: Type.Optional(
      Time('The time by which the user must set up a second factor. Left out if they have one.'),
    ),
    lacksSecondFactor: Type.Boolean({
      description:
        'true: the time has passed. Only requests that set up a second factor are answered.',
    }),
    sessionId: Type.String({ description: 'The id of the session in the list of sessions.' }),
    method: SignInMethod,
    signedInAt: Time(),
    expiresAt: Time('The latest end of the session.'),
    idleSeconds: Type.Integer({
      description: 'The maximum time without a request, after which a session ends.',
    }),
    confirmedUntil: Type.Optional(
      Time(
        'Until then, sensitive actions need no new confirmation. Left out if the time has passed.',
      ),
    ),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

export const SignedOut = Type.Object(
  {
    sso: Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'The connection that the session began with.' },
    ),
  },
  { title: 'SignedOut' },
);
export type SignedOut = Static<typeof SignedOut>;

/** The name by which somebody who is not signed in names a user. */
export const TypedName = Type.String({
  minLength: 1,
  maxLength: 600,
  description:
    'The user name, or an email address. An email address must belong to one user only, and must not be the user name of another. If several accounts have the name, send `code/userName`.',
});

export const SignInBody = Type.Object(
  {
    userName: TypedName,
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  },
  { title: 'SignIn', additionalProperties: false },
);

export const ConfirmationBody = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'Needed with the password if the user has an authenticator app: six digits, or a recovery code.',
      }),
    ),
    passkey: Type.Optional(PasskeyAssertion),
  },
  {
    title: 'Confirmation',
    description: 'Either the password or a passkey of the user.',
    additionalProperties: false,
  },
);

export const SessionItem = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    method: SignInMethod,
    signedInAt: Time(),
    seenAt: Time('Accurate to a minute.'),
    expiresAt: Time(),
    ip: Type.String(),
    agent: Type.Optional(Type.String({ description: 'User-Agent of the browser.' })),
  },
  { title: 'SessionItem' },
);
export type SessionItem = Static<typeof SessionItem>;

export const SessionList = pageOf(SessionItem, 'SessionList');
export const SESSION_QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });
export type SessionList = Static<typeof SessionList>;

export const SignInOptions = Type.Object(
  {
    setUpNeeded: Type.Boolean({ description: 'true: there is no account yet.' }),
    severalAccounts: Type.Boolean({
      description: 'true: send `code/userName` for names that several accounts have.',
    }),
    password: Type.Boolean({
      description: 'Whether all users, not only break-glass admins, can use it.',
    }),
    passkeys: Type.Boolean({ description: 'As `password`.' }),
    ssoOnly: Type.Boolean({
      description: 'Users must sign in by single sign-on, except break-glass admins.',
    }),
    resetByMail: Type.Boolean({
      description: 'Whether users who forgot their password can request a link by mail.',
    }),
    sso: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    organisation: Type.Optional(
      Type.Object(
        { name: Type.String(), brand: Brand },
        {
          description:
            'Whose sign-in page this is, if it has a colour or a logo. With several accounts, only if `sso` shows already that the account exists.',
        },
      ),
    ),
  },
  { title: 'SignInOptions' },
);
export type SignInOptions = Static<typeof SignInOptions>;
