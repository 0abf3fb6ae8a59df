import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const AlertItem = Type.Object(
  {
    id: Type.String({
      description: 'The id of the event. The same problem at another time has another id.',
    }),
    kind: Type.Union([
      Type.Literal('mail-fails'),
      Type.Literal('provisioning-fails'),
      Type.Literal('roles-lost'),
      Type.Literal('webhook-off'),
      Type.Literal('files-damaged'),
      Type.Literal('files-fill-up'),
      Type.Literal('forms-fill-up'),
      Type.Literal('answers-fill-up'),
      Type.Literal('certificate-ends'),
      Type.Literal('sign-in-certificate-ends'),
      Type.Literal('credential-ends'),
    ]),
    since: Type.Optional(Time('The time at which it began.')),
    endsAt: Type.Optional(Time('The end of a credential or certificate. It may be in the past.')),
    name: Type.Optional(
      Type.String({
        description:
          'The name of the webhook, connection for single sign-on, credential or deleted group.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        description:
          'The codes of the mail server, the last status, how many files are damaged, how many people lost a role, or the used share of a limit, such as `83 %`.',
      }),
    ),
    path: Type.String({
      description: 'The page on which the problem can be fixed, and its part as the fragment.',
    }),
  },
  { title: 'Alert' },
);

export const AlertList = Type.Object(
  { items: Type.Array(AlertItem, { description: 'The most urgent first, at most 50.' }) },
  { title: 'AlertList' },
);
export type AlertList = Static<typeof AlertList>;
