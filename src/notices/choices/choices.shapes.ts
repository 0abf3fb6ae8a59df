import { type Static, Type } from 'typebox';
import {
  NOTICE_CHOICES,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
} from '#kernel/notice.ts';

const Kind = Type.Unsafe<NoticeKind>({ type: 'string', enum: [...NOTICE_KINDS] });
const Choice = Type.Unsafe<NoticeChoice>({
  type: 'string',
  enum: [...NOTICE_CHOICES],
  description: 'At once, once a day with everything else, or never.',
});
const PushChoice = Type.Unsafe<NoticeChoice>({
  type: 'string',
  enum: ['now', 'off'],
  description: 'Whether it is pushed to the devices on which the user gets news.',
});
const Hour = (description: string) => Type.Integer({ minimum: 0, maximum: 23, description });

const QuietHours = Type.Object(
  {
    from: Hour('A full hour.'),
    until: Hour('A full hour, of the next day if it is earlier.'),
  },
  { additionalProperties: false },
);
const Quiet = Type.Union([QuietHours, Type.Null()], {
  description:
    'What would go out in these hours waits until they end. The bell does not wait. Null: there are none.',
});

export const NoticeSettings = Type.Object(
  {
    kinds: Type.Array(Type.Object({ kind: Kind, mail: Choice, push: PushChoice })),
    mailOffered: Type.Boolean({ description: 'Whether Formstead can send mail.' }),
    pushOffered: Type.Boolean({ description: 'Whether Formstead pushes news to devices.' }),
    email: Type.Optional(Type.String({ description: 'Where mails go; left out if nowhere.' })),
    digestHour: Hour('When the digest goes out.'),
    quiet: Quiet,
    timeZone: Type.String({ description: 'The IANA time zone of these hours.' }),
    ownTimeZone: Type.Union([Type.String(), Type.Null()], {
      description: 'Null: the time zone is that of the profile, or of the organisation.',
    }),
  },
  { title: 'NoticeSettings' },
);
export type NoticeSettings = Static<typeof NoticeSettings>;

export const NoticeSettingsChange = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(
        Type.Object(
          { kind: Kind, mail: Type.Optional(Choice), push: Type.Optional(PushChoice) },
          { additionalProperties: false },
        ),
        {
          maxItems: NOTICE_KINDS.length,
          description: 'The kinds to change; others stay as they are.',
        },
      ),
    ),
    digestHour: Type.Optional(Hour('When the digest goes out.')),
    quiet: Type.Optional(Quiet),
    ownTimeZone: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
        description: 'An IANA time zone. Null: that of the profile, or of the organisation.',
      }),
    ),
  },
  { title: 'NoticeSettingsChange', additionalProperties: false },
);
export type NoticeSettingsChange = Static<typeof NoticeSettingsChange>;
