import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const MinLength = (description: string) => Type.Integer({ minimum: 8, maximum: 64, description });

const TimeZone = Type.String({
  maxLength: 64,
  description: 'An IANA name: days in forms begin and end there.',
});

const DAY_S = 86_400;
const SESSION_LIMITS = {
  idleSeconds: Type.Integer({
    minimum: 300,
    maximum: DAY_S,
    description: 'It ends after so long without a request.',
  }),
  longestSeconds: Type.Integer({
    minimum: 3600,
    maximum: 30 * DAY_S,
    description: 'It ends after so long in any case.',
  }),
};

const SessionLimitsChange = Type.Partial(
  Type.Object(SESSION_LIMITS, { additionalProperties: false }),
  {
    description:
      'How long people stay signed in. Shorter ones hold for every session from its next request on, longer ones for those that begin later.',
  },
);
export type SessionLimitsChange = Static<typeof SessionLimitsChange>;

const SECOND_FACTOR = {
  for: Type.Union(
    [
      Type.Literal('nobody'),
      Type.Literal('admins'),
      Type.Literal('designers'),
      Type.Literal('everybody'),
    ],
    { description: '`designers`: and admins.' },
  ),
  graceDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      'How long people may go on without one, from when it was asked for, they were created or got the role, whatever came last.',
  }),
};

const SecondFactorChange = Type.Partial(
  Type.Object(SECOND_FACTOR, { additionalProperties: false }),
  {
    description:
      'Who must have a second factor: an authenticator app or a passkey. Single sign-on is for the identity provider to make safe. HTTP Basic is refused to them once the grace period is over.',
  },
);
export type SecondFactorChange = Static<typeof SecondFactorChange>;

const Usage = (what: string) =>
  Type.Object({
    used: Type.Integer({ description: what }),
    limit: Type.Optional(Type.Integer({ description: 'Left out: there is none.' })),
  });

export const AccountSettings = Type.Object(
  {
    id: Type.String(),
    code: Type.String({ description: 'Starts every client id; it never changes.' }),
    name: Type.String(),
    timeZone: TimeZone,
    basicAllowed: Type.Boolean({ description: 'Whether HTTP Basic, which is deprecated, works.' }),
    ssoOnly: Type.Boolean({
      description:
        'Whether single sign-on is the only way in. Break-glass users keep their passwords and passkeys.',
    }),
    passwordMinLength: MinLength('Of passwords that people choose here.'),
    scimPasswordMinLength: MinLength('Of passwords that arrive over SCIM.'),
    basicOffered: Type.Boolean({
      description: 'Whether whoever runs the service lets anybody use Basic.',
    }),
    mailOffered: Type.Boolean({ description: 'Whether a mail server is set up.' }),
    basicSunset: Type.Optional(Time('When Basic ends for everybody.')),
    sessions: Type.Object(
      {
        ...SESSION_LIMITS,
        confirmedSeconds: Type.Integer({
          description: 'So long after a check nobody is asked again before something sensitive.',
        }),
      },
      { description: 'Of people in browsers.' },
    ),
    secondFactor: Type.Object(SECOND_FACTOR, {
      description: 'Who must have a second factor.',
    }),
    usage: Type.Object(
      {
        fileBytes: Usage('Of attached files, the pictures made of them, and results of exports.'),
        forms: Usage('That are not deleted.'),
      },
      {
        description:
          'How much the account keeps. Whoever runs the service sets the limits; beyond them new files and forms are refused, and nothing else.',
      },
    ),
    createdAt: Time(),
  },
  { title: 'AccountSettings' },
);
export type AccountSettings = Static<typeof AccountSettings>;

export const AccountChangeBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    timeZone: Type.Optional(TimeZone),
    basicAllowed: Type.Optional(Type.Boolean()),
    ssoOnly: Type.Optional(Type.Boolean()),
    passwordMinLength: Type.Optional(MinLength('Of passwords that people choose here.')),
    scimPasswordMinLength: Type.Optional(MinLength('Of passwords that arrive over SCIM.')),
    sessions: Type.Optional(SessionLimitsChange),
    secondFactor: Type.Optional(SecondFactorChange),
  },
  { title: 'AccountChange', additionalProperties: false },
);
