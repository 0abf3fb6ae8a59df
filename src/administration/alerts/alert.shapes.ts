import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const AlertItem = Type.Object(
  {
    id: Type.String({ description: 'Of the event; the same trouble another time is another one.' }),
    kind: Type.Union([
      Type.Literal('mail-fails'),
      Type.Literal('provisioning-fails'),
      Type.Literal('webhook-off'),
      Type.Literal('files-fill-up'),
      Type.Literal('forms-fill-up'),
      Type.Literal('certificate-ends'),
      Type.Literal('credential-ends'),
    ]),
    since: Type.Optional(Time('When it began.')),
    endsAt: Type.Optional(Time('Of a credential or certificate; it may have passed.')),
    name: Type.Optional(Type.String({ description: 'Of the webhook or credential.' })),
    reason: Type.Optional(
      Type.String({ description: 'What went wrong last, or how much of a limit is used: `83 %`.' }),
    ),
    path: Type.String({ description: 'The page on which it is mended.' }),
  },
  { title: 'Alert' },
);

export const AlertList = Type.Object(
  { items: Type.Array(AlertItem, { description: 'The most urgent first; at most 50.' }) },
  { title: 'AlertList' },
);
export type AlertList = Static<typeof AlertList>;
