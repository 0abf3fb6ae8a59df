import { type Static, Type } from 'typebox';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';

export const CHOSEN_FIELDS = Type.Optional(
  Type.String({
    maxLength: 8000,
    description: 'The ids of fields, with commas in between. If omitted, all.',
  }),
);

/** The most fields whose answers are added up in one request. */
export const MAX_SUMMED = 50;

export const SUMS_QUERY = Type.Object(
  { ...ANSWERS_FILTER, fields: CHOSEN_FIELDS },
  { additionalProperties: false },
);

export const AnswerSums = Type.Object(
  {
    count: Type.Integer({ description: 'The number of forms.' }),
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        answered: Type.Integer({ description: 'The number of forms that answered the field.' }),
        blank: Type.Integer({ description: 'The number of forms that did not.' }),
        sum: Type.Optional(
          Type.Number({
            description:
              'Of numbers; of a table, the number of its rows. Missing where it says nothing: of years, codes, percentages, degrees and ratings.',
          }),
        ),
        mean: Type.Optional(
          Type.Number({ description: 'Of the answered ones. Missing for years and codes.' }),
        ),
        hasSeveralUnits: Type.Optional(
          Type.Boolean({
            description:
              'True when versions ask for numbers in different units. Then there is no sum.',
          }),
        ),
      }),
    ),
  },
  { title: 'AnswerSums' },
);
export type AnswerSums = Static<typeof AnswerSums>;
