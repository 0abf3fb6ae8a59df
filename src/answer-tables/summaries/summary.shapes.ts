import { type Static, type TProperties, Type } from 'typebox';
import { MAX_ANSWER_FILTERS } from '#answer-index/index.ts';
import { RELATIVE } from '#form-basics/index.ts';

/** The most fields of one summary. */
export const MAX_FIELDS = 50;
/** The most choices and texts that are counted by themselves. */
export const MAX_LISTED = 50;
/** The most texts that are shown as the most frequent ones. */
export const MAX_FREQUENT = 20;
/** What is known of a form itself, by which counts are divided. */
export const FACTS = ['@createdBy', '@assignedTo', '@createdWeek', '@createdMonth'] as const;
export type Fact = (typeof FACTS)[number];
/** The most groups that are counted by themselves. */
export const LISTED_GROUPS = 100;
/** How many rows of a list that no form has are named at most. */
export const MAX_MISSING = 100;
/** The most groups of a second field: with those who did not answer, as many colours as can be told apart. */
export const MAX_GROUPS = 6;
/** The most parts of a histogram. */
export const MAX_BINS = 20;
/** The most points of a map: 44 rows of 44. */
export const MAX_POINTS_A_SIDE = 44;
/** How long all the counting of one summary may take, in milliseconds. */
export const DEADLINE_MS = 5000;

const Day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

/** The parameters of a summary. */
export const SUMMARY_QUERY = Type.Object(
  {
    where: Type.Optional(
      Type.String({
        maxLength: 8000,
        description: `Conditions on answers as a JSON list, as GET /v2/templates/{id}/answers has them. At most ${MAX_ANSWER_FILTERS}.`,
      }),
    ),
    status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('complete')])),
    rejected: Type.Optional(
      Type.Boolean({
        description:
          'true: count forms too that a reviewer rejected. If omitted, they are left out, and `rejectedLeft` says how many.',
      }),
    ),
    fields: Type.Optional(
      Type.String({
        maxLength: 8000,
        description: `Ids of fields, as a JSON list or with commas in between, at most ${MAX_FIELDS}. If omitted, the first ${MAX_FIELDS} fields.`,
      }),
    ),
    by: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `The id of a second field with choices, or of one that chooses from a list or people, outside of tables; or one of ${FACTS.join(', ')}. Counts are also given for each of its ${MAX_GROUPS} most frequent values, of weeks and months for the last ones.`,
      }),
    ),
    grouped: Type.Optional(
      Type.Boolean({
        description:
          'true: also the number of forms of each value of `by`, and the rows of its list that none of them has, in `grouped`.',
      }),
    ),
    from: Day(
      `The first day on which the forms were created, in the time zone of the organisation. ${RELATIVE}`,
    ),
    to: Day('The last day on which the forms were created.'),
    compareFrom: Day('The first day of a second period, to compare with the first.'),
    compareTo: Day('The last day of the second period.'),
  },
  { additionalProperties: false },
);
export type SummaryQuery = Static<typeof SUMMARY_QUERY>;

const Count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

/** What every counted part has: its own number, that in the second period, and that in each group. */
const counted = <P extends TProperties>(properties: P) =>
  Type.Object({
    ...properties,
    count: Count(),
    compared: Type.Optional(Count('The number in the second period.')),
    by: Type.Optional(
      Type.Array(Count(), { description: 'The number in each of `groups`, in the same order.' }),
    ),
  });

const Totals = {
  total: Count('All forms of the selection; of a column of a table, all rows.'),
  answered: Count('Those with an answer.'),
  blank: Count('Those without one.'),
};

const Statistics = Type.Object(
  {
    count: Count(),
    min: Type.Number(),
    lowerQuartile: Type.Number({
      description: 'Quartiles are interpolated, as by QUARTILE.INC of spreadsheets.',
    }),
    median: Type.Number(),
    upperQuartile: Type.Number(),
    max: Type.Number(),
    mean: Type.Optional(Type.Number({ description: 'Left out with numbers beyond ±1e300.' })),
    sum: Type.Optional(Type.Number({ description: 'Left out with numbers beyond ±1e300.' })),
  },
  { title: 'NumberStatistics' },
);
export type Statistics = Static<typeof Statistics>;

const GroupStatistics = Type.Object({
  count: Count(),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  mean: Type.Optional(Type.Number()),
  sum: Type.Optional(Type.Number()),
});

export const FieldSummary = Type.Object(
  {
    id: Type.String({ description: 'Of a column of a table, `<id of the table>.<name>`.' }),
    title: Type.String(),
    table: Type.Optional(Type.String({ description: 'The title of the table of a column.' })),
    isRetired: Type.Boolean({ description: 'Only older versions ask it.' }),
    unit: Type.Union([Type.Literal('forms'), Type.Literal('rows')], {
      description: 'What is counted: forms, or the rows of the table of a column.',
    }),
    ...Totals,
    compared: Type.Optional(Type.Object(Totals)),
    choices: Type.Optional(
      Type.Object({
        isMultiple: Type.Boolean({
          description: 'A form can have several, so that percentages of forms may pass 100.',
        }),
        items: Type.Array(
          counted({
            value: Type.String(),
            text: Type.String(),
            place: Type.Optional(
              Type.Number({ description: 'Of a ranking: the mean of its places, from 1.' }),
            ),
            firsts: Type.Optional(Count('Of a ranking: how often it is the first.')),
          }),
          {
            description: `At most ${MAX_LISTED}, the most frequent first; of a ranking, the one with the best mean place first.`,
          },
        ),
        others: Count('How many more choices were made.'),
        othersCount: Count('How often these were made together.'),
      }),
    ),
    numbers: Type.Optional(
      Type.Object({
        isWhole: Type.Boolean({ description: 'All are whole numbers.' }),
        unit: Type.Optional(
          Type.String({ description: 'What they are in, such as `kg`, if the field says it.' }),
        ),
        hasSeveralUnits: Type.Optional(
          Type.Boolean({
            description:
              'True when versions ask for numbers in different units. Then there are no statistics and no bins.',
          }),
        ),
        makes: Type.Union([Type.Literal('sum'), Type.Literal('mean'), Type.Literal('neither')], {
          description:
            'What the numbers make together: years and codes neither a sum nor a mean; percentages, degrees and ratings only a mean.',
        }),
        statistics: Type.Optional(Statistics),
        compared: Type.Optional(Statistics),
        by: Type.Optional(Type.Array(GroupStatistics)),
        bins: Type.Array(counted({ from: Type.Number(), below: Type.Number() }), {
          description: `At most ${MAX_BINS}. None with numbers beyond ±1e300.`,
        }),
      }),
    ),
    dates: Type.Optional(
      Type.Object({
        unit: Type.Union([
          Type.Literal('day'),
          Type.Literal('week'),
          Type.Literal('month'),
          Type.Literal('year'),
          Type.Literal('decade'),
          Type.Literal('century'),
        ]),
        bins: Type.Array(
          counted({
            from: Type.String({ format: 'date' }),
            to: Type.String({ format: 'date', description: 'The last day, included.' }),
          }),
        ),
      }),
    ),
    times: Type.Optional(
      Type.Object({
        bins: Type.Array(counted({ from: Type.String(), to: Type.String() }), {
          description: 'By the hour, as HH:MM and HH:MM:SS.',
        }),
      }),
    ),
    texts: Type.Optional(
      Type.Object({
        different: Count('How many different texts there are, without letter case.'),
        frequent: Type.Array(counted({ text: Type.String() }), {
          description: `At most ${MAX_FREQUENT}, the most frequent first.`,
        }),
        latest: Type.Array(Type.Object({ formId: Type.String(), text: Type.String() }), {
          description: 'Of the forms changed last.',
        }),
      }),
    ),
    places: Type.Optional(
      Type.Object({
        count: Count('All places; the clusters hold every one of them.'),
        clusters: Type.Array(
          Type.Object({
            lat: Type.Number(),
            lon: Type.Number(),
            count: Count(),
            south: Type.Number(),
            west: Type.Number(),
            north: Type.Number(),
            east: Type.Number(),
          }),
          { description: `At most ${MAX_POINTS_A_SIDE ** 2}.` },
        ),
      }),
    ),
  },
  { title: 'FieldSummary' },
);
export type FieldSummary = Static<typeof FieldSummary>;

const Group = Type.Object({
  value: Type.Optional(Type.String({ description: 'Left out in the last group.' })),
  text: Type.Optional(Type.String({ description: 'Left out for somebody who was erased.' })),
  span: Type.Optional(
    Type.Union([Type.Literal('week'), Type.Literal('month')], {
      description: 'The value is the first day of such a span.',
    }),
  ),
  isOthers: Type.Optional(
    Type.Boolean({ description: 'true in the last group: all forms of other people or spans.' }),
  ),
});
export type Group = Static<typeof Group>;

const Grouped = Type.Object(
  {
    items: Type.Array(Type.Object({ ...Group.properties, value: Type.String(), count: Count() }), {
      description: `The forms of each value of \`by\`: at most ${LISTED_GROUPS}, the most frequent first; weeks and months by their first day, the last 60 ones, the last one first.`,
    }),
    left: Count('How many more values there are.'),
    without: Count(
      'The number of forms without an answer to the field of `by`, or before these spans.',
    ),
    missing: Type.Optional(
      Type.Object(
        {
          count: Count(),
          of: Count('All rows of the list that are offered, each label once.'),
          rows: Type.Array(Type.String(), { description: `At most ${MAX_MISSING}, by label.` }),
        },
        {
          description:
            'The rows of the list of `by` that none of the forms has, by their labels. Left out when the reader may not use the list, and for lists above 20,000 rows.',
        },
      ),
    ),
  },
  { title: 'SummaryGroups' },
);
export type Grouped = Static<typeof Grouped>;

export const Summary = Type.Object(
  {
    total: Count('The number of forms that are counted.'),
    rejectedLeft: Count('The number of rejected forms that are left out, in the first period.'),
    compared: Type.Optional(Count('The number of forms of the second period.')),
    groups: Type.Optional(
      Type.Array(Group, {
        description:
          'The groups of `by`, the most frequent first, and as the last one, without a value, the forms without an answer, or all others.',
      }),
    ),
    groupsLeft: Type.Optional(Count('How many more choices of `by` there are.')),
    grouped: Type.Optional(Grouped),
    fields: Type.Array(FieldSummary),
    fieldsLeft: Count('How many more fields there are. Name them with `fields`.'),
  },
  { title: 'Summary' },
);
export type Summary = Static<typeof Summary>;
