import { Type } from 'typebox';

/** An optional parameter or member that is a day, as YYYY-MM-DD. */
export const Day = (description: string) =>
  Type.Optional(Type.String({ maxLength: 10, description }));

/** When forms are due: the same for all lists of forms. */
export const DUE_DAYS = {
  overdue: Type.Optional(
    Type.Boolean({ description: 'true: only drafts that are late, which were due by now.' }),
  ),
  dueFrom: Day('The first day on which they are due, in the time zone of the organisation.'),
  dueTo: Day('The last day on which they are due.'),
};

/** The days on which forms were created: the same for lists of forms and for tables of answers. */
export const CREATED_DAYS = {
  createdFrom: Day('The first day of creation, in the time zone of the organisation.'),
  createdTo: Day('The last day of creation.'),
};
