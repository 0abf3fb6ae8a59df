import { type Static, Type } from 'typebox';
import { Brand } from '#brand/index.ts';
import { Role, Time } from '#http/shapes.ts';
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
  { description: 'How the person was checked.' },
);

export const Session = Type.Object(
  {
    user: Type.Object({
      id: Type.String(),
      userName: Type.String(),
      displayName: Type.Optional(Type.String()),
      role: Role,
      language: Type.Optional(LanguageShape),
      origin: Type.Union([Type.Literal('local'), Type.Literal('provisioned')]),
      ssoOnly: Type.Boolean({
        description: 'Single sign-on is the only way in: no password and no passkey counts.',
      }),
      hasPassword: Type.Boolean({ description: 'And it counts.' }),
      passwordConfirms: Type.Boolean({
        description:
          'The password proves once more who the person is, with a code where there is an app.',
      }),
      hasPasskey: Type.Boolean({ description: 'And it counts.' }),
      hasApp: Type.Boolean({
        description: 'An authenticator app: a password is confirmed with a code.',
      }),
    }),
    account: Type.Object({
      id: Type.String(),
      code: Type.String(),
      name: Type.String(),
      timeZone: Type.String({ description: 'An IANA name: days in forms begin and end there.' }),
      brand: Brand,
    }),
    secondFactorFrom: Type.Optional(
      Time('When the person must have set up a second factor, which they have not.'),
    ),
    lacksSecondFactor: Type.Boolean({
      description: 'That time has come: nothing but setting one up is answered.',
    }),
    sessionId: Type.String({ description: 'Names the session where sessions are listed.' }),
    method: SignInMethod,
    signedInAt: Time(),
    expiresAt: Time('It ends then at the latest.'),
    idleSeconds: Type.Integer({ description: 'It ends after so long without a request.' }),
    confirmedUntil: Type.Optional(
      Time('Until then what is sensitive needs no new check; left out when that is over.'),
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
    'The user name, or an e-mail address that nobody has as user name and only one person as address; where several accounts have it, `code/userName`.',
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
          'Beside the password, of who has an authenticator app: six digits, or a recovery code.',
      }),
    ),
    passkey: Type.Optional(PasskeyAssertion),
  },
  {
    title: 'Confirmation',
    description: 'The password or a passkey of the person; one of them.',
    additionalProperties: false,
  },
);

export const SessionItem = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'The one that asks.' }),
    method: SignInMethod,
    signedInAt: Time(),
    seenAt: Time('To the minute.'),
    expiresAt: Time(),
    ip: Type.String(),
    agent: Type.Optional(Type.String({ description: 'User-Agent of the browser.' })),
  },
  { title: 'SessionItem' },
);
export type SessionItem = Static<typeof SessionItem>;

export const SessionList = Type.Object(
  { items: Type.Array(SessionItem) },
  { title: 'SessionList' },
);
export type SessionList = Static<typeof SessionList>;

export const SignInOptions = Type.Object(
  {
    setUpNeeded: Type.Boolean({ description: 'Nobody made an account yet.' }),
    severalAccounts: Type.Boolean({
      description: 'A user name or e-mail address that several have is written `code/userName`.',
    }),
    password: Type.Boolean({ description: 'For everybody, and not only break-glass admins.' }),
    passkeys: Type.Boolean({ description: 'As `password`.' }),
    ssoOnly: Type.Boolean({
      description: 'Single sign-on is the only way in, but for break-glass admins.',
    }),
    resetByMail: Type.Boolean({
      description: 'Whether somebody who forgot their password can ask for a link by mail.',
    }),
    sso: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    organisation: Type.Optional(
      Type.Object(
        { name: Type.String(), brand: Brand },
        {
          description:
            'Whose sign-in page this is, if it has a colour or a logo. With several accounts it is told only where `sso` tells already that there is such an account.',
        },
      ),
    ),
  },
  { title: 'SignInOptions' },
);
export type SignInOptions = Static<typeof SignInOptions>;
