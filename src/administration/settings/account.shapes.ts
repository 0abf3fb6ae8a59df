import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const MinLength = (description: string) => Type.Integer({ minimum: 8, maximum: 64, description });

const TimeZone = Type.String({
  maxLength: 64,
  description: 'An IANA time zone. The days of forms begin and end in it.',
});

const DAY_S = 86_400;
const SESSION_LIMITS = {
  idleSeconds: Type.Integer({
    minimum: 300,
    maximum: DAY_S,
    description: 'The maximum time without a request, after which a session ends.',
  }),
  longestSeconds: Type.Integer({
    minimum: 3600,
    maximum: 30 * DAY_S,
    description: 'The maximum length of a session.',
  }),
};

const SessionLimitsChange = Type.Partial(
  Type.Object(SESSION_LIMITS, { additionalProperties: false }),
  {
    description:
      'How long users stay signed in. Shorter times apply to existing sessions from their next request. Longer times apply to new sessions only.',
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
    { description: '`designers`: designers and admins.' },
  ),
  graceDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      'How long users may continue without a second factor. The time begins when the setting is turned on, when the user is created, or when the user gets the role, whichever is last.',
  }),
};

const SecondFactorChange = Type.Partial(
  Type.Object(SECOND_FACTOR, { additionalProperties: false }),
  {
    description:
      'The users who must have a second factor: an authenticator app or a passkey. For single sign-on, the identity provider is responsible. After the grace period, these users can no longer use HTTP Basic.',
  },
);
export type SecondFactorChange = Static<typeof SecondFactorChange>;

const PublicLinks = Type.Boolean({
  description:
    'Whether users who manage a template may create links by which people without an account fill in forms. While it is off, no such link opens.',
});

const Usage = (what: string) =>
  Type.Object({
    used: Type.Integer({ description: what }),
    limit: Type.Optional(Type.Integer({ description: 'Left out if there is none.' })),
  });

export const AccountSettings = Type.Object(
  {
    id: Type.String(),
    code: Type.String({ description: 'The prefix of every client id. It never changes.' }),
    name: Type.String(),
    timeZone: TimeZone,
    basicAllowed: Type.Boolean({ description: 'Whether HTTP Basic (deprecated) is accepted.' }),
    ssoOnly: Type.Boolean({
      description:
        'Whether users must sign in by single sign-on. Break-glass users keep their passwords and passkeys.',
    }),
    passwordMinLength: MinLength('For passwords that users choose in Formstead.'),
    scimPasswordMinLength: MinLength('For passwords that are set over SCIM.'),
    basicOffered: Type.Boolean({
      description: 'Whether the operator allows Basic at all.',
    }),
    mailOffered: Type.Boolean({ description: 'Whether a mail server is set up.' }),
    basicSunset: Type.Optional(Time('The day on which Basic ends for all accounts.')),
    sessions: Type.Object(
      {
        ...SESSION_LIMITS,
        confirmedSeconds: Type.Integer({
          description:
            'The time after a confirmation of identity in which sensitive actions need no new one.',
        }),
      },
      { description: 'For users in browsers.' },
    ),
    publicLinks: PublicLinks,
    secondFactor: Type.Object(SECOND_FACTOR, {
      description: 'Who must have a second factor.',
    }),
    usage: Type.Object(
      {
        fileBytes: Usage('The size of attachments, their previews, and results of exports.'),
        forms: Usage('The number of forms that are not deleted.'),
        answerBytes: Usage(
          'The size of all answers and of the history of forms, in bytes, with those of deleted forms.',
        ),
        isCounting: Type.Boolean({
          description:
            'true: existing answers are still being counted, after an upgrade. `answerBytes` is too low, and no answer is rejected for its size.',
        }),
      },
      {
        description:
          'The usage of the account and its limits, which the operator sets. Above a limit, new files, forms or answers are rejected, and everything else works.',
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
    passwordMinLength: Type.Optional(MinLength('For passwords that users choose in Formstead.')),
    scimPasswordMinLength: Type.Optional(MinLength('For passwords that are set over SCIM.')),
    sessions: Type.Optional(SessionLimitsChange),
    secondFactor: Type.Optional(SecondFactorChange),
    publicLinks: Type.Optional(PublicLinks),
  },
  { title: 'AccountChange', additionalProperties: false },
);
