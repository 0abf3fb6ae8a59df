import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

export const CalendarAddress = Type.Object(
  { createdAt: Type.Optional(Time('Left out if the user has no address.')) },
  { title: 'CalendarAddress' },
);
export type CalendarAddress = Static<typeof CalendarAddress>;

export const NewCalendarAddress = Type.Object(
  {
    id: Type.String({ description: 'The id of the user whose calendar it is.' }),
    address: Type.String({
      format: 'uri',
      description: 'The address of the calendar. It is shown once: Formstead keeps only its hash.',
    }),
    createdAt: Time(),
  },
  { title: 'NewCalendarAddress' },
);
export type NewCalendarAddress = Static<typeof NewCalendarAddress>;
