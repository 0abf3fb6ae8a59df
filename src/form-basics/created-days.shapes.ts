import { Type } from 'typebox';
import { RELATIVE_DAYS } from '#kernel/relative-days.ts';

/** Said of each first day. */
export const RELATIVE = `A day as YYYY-MM-DD, or ${RELATIVE_DAYS.map((word) => `\`${word}\``).join(', ')}: then the first of these days, and as the last day the last of them. Weeks begin on Monday.`;

/** An optional parameter or member that is a day, as YYYY-MM-DD or as a word of relative-days.ts. */
export const Day = (description: string) =>
  Type.Optional(Type.String({ maxLength: 10, description }));

/** When forms are due: the same for all lists of forms. */
export const DUE_DAYS = {
  overdue: Type.Optional(
    Type.Boolean({ description: 'true: only drafts that are late, which were due by now.' }),
  ),
  dueFrom: Day(
    `The first day on which they are due, in the time zone of the organisation. ${RELATIVE}`,
  ),
  dueTo: Day('The last day on which they are due.'),
};

/** The days on which forms were created: the same for lists of forms and for tables of answers. */
export const CREATED_DAYS = {
  createdFrom: Day(`The first day of creation, in the time zone of the organisation. ${RELATIVE}`),
  createdTo: Day('The last day of creation.'),
};
