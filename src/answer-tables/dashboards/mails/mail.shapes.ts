import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const SCHEDULE = {
  every: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]),
  on: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description:
        'With `week` a day of the week, 1 for Monday to 7; with `month` a day of the month, or its last day where it has fewer.',
    }),
  ),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'A full hour by the clock of the organisation.',
  }),
};

export const DashboardMailBody = Type.Object(SCHEDULE, {
  additionalProperties: false,
  title: 'DashboardMailInput',
});
export type DashboardMailBody = Static<typeof DashboardMailBody>;

export const DashboardMailDetail = Type.Object(
  {
    mail: Type.Optional(
      Type.Object(
        { ...SCHEDULE, nextAt: Time() },
        { description: 'When the user gets the link of the dashboard; absent without mails.' },
      ),
    ),
    timeZone: Type.String({ description: 'The time zone of the organisation.' }),
    mailOffered: Type.Boolean({ description: 'A mail server is set up.' }),
    email: Type.Optional(
      Type.String({ description: 'Where the mails go; absent if the user has no email address.' }),
    ),
  },
  { title: 'DashboardMail' },
);
export type DashboardMailDetail = Static<typeof DashboardMailDetail>;
