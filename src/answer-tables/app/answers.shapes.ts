import { type Static, Type } from 'typebox';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import { CHOSEN_FIELDS } from '#answer-tables/operations/sums.shapes.ts';
import { FORM_FILTERS } from '#form-records/index.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { LocaleShape, Time } from '#http/shapes.ts';

/** The order and the columns of a list of answers, as exports have them too. */
const ANSWERS_TABLE = {
  sort: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        'At most two keys with a comma in between: `name`, `lastUpdateDate`, `createdDate`, `number`, `status` or the id of a field, each with `asc` or `desc`. Numbers in different units are sorted within each unit, the newest unit first. Forms without an answer come last. If omitted, last changed first.',
      examples: ['4f1c… desc,name'],
    }),
  ),
  fields: CHOSEN_FIELDS,
};

/** The language of the cells; by default that of the version of each form. */
const LOCALE = Type.Optional(LocaleShape);

export const ANSWERS_QUERY = Type.Object(
  { ...ANSWERS_FILTER, ...ANSWERS_TABLE, locale: LOCALE, ...PAGE_QUERY },
  { additionalProperties: false },
);

const Kind = Type.Union([
  Type.Literal('text'),
  Type.Literal('number'),
  Type.Literal('date'),
  Type.Literal('time'),
  Type.Literal('choice'),
  Type.Literal('file'),
  Type.Literal('place'),
  Type.Literal('rows'),
  Type.Literal('any'),
]);

/** What an answer holds, finer than how it is compared. */
const Holds = Type.Union(
  [
    Type.Literal('text'),
    Type.Literal('number'),
    Type.Literal('date'),
    Type.Literal('date-time'),
    Type.Literal('month'),
    Type.Literal('week'),
    Type.Literal('time'),
    Type.Literal('boolean'),
    Type.Literal('choice'),
    Type.Literal('choices'),
    Type.Literal('ranking'),
    Type.Literal('row'),
    Type.Literal('rating'),
    Type.Literal('computed'),
    Type.Literal('file'),
    Type.Literal('files'),
    Type.Literal('sketch'),
    Type.Literal('barcode'),
    Type.Literal('place'),
    Type.Literal('rows'),
  ],
  { description: 'What an answer holds. `row`: a choice from a shared list.' },
);

const AnswerField = Type.Object(
  {
    id: Type.String({ description: 'Of a column of a table, `<id of the table>.<name>`.' }),
    title: Type.String(),
    kind: Kind,
    holds: Holds,
    choices: Type.Array(Type.Object({ value: Type.String(), text: Type.String() }), {
      description:
        'The choices, by the value that conditions name; those that only older versions offered come last.',
    }),
    table: Type.Optional(Type.String({ description: 'The title of the table of a column.' })),
    isRetired: Type.Boolean({ description: 'Only older versions ask it.' }),
    formerTitles: Type.Array(Type.String(), {
      description: 'At most five other titles that older versions gave it.',
    }),
    isSortable: Type.Boolean({ description: 'Whether `sort` takes it.' }),
    hasGroups: Type.Boolean({ description: 'Whether `by` of a summary takes it.' }),
    units: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'When versions ask for numbers in different units: these units, in the order in which `sort` takes them, with an empty text for numbers without a unit.',
      }),
    ),
  },
  { title: 'AnswerField' },
);

export const AnswerRow = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    number: Type.Integer({ description: 'The number of the form within its template.' }),
    name: Type.String(),
    status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
    review: FORM_FILTERS.review,
    createdAt: Time(),
    createdBy: Type.Optional(
      Type.String({
        description:
          'The name of the user or public link that created it. Missing if it was erased.',
      }),
    ),
    assignedTo: Type.Optional(
      Type.String({ description: 'The name of the user, group or public link it is assigned to.' }),
    ),
    updatedAt: Time(),
    dueAt: Type.Optional(Time('Missing if it is never due.')),
    completedAt: Type.Optional(Time('When the completed form arrived. Missing for a draft.')),
    completedOnDeviceAt: Type.Optional(
      Time('When it was completed, as its device says. Missing if no device says.'),
    ),
    row: Type.Optional(
      Type.Integer({ description: 'In a list of the rows of a table: its number in the form.' }),
    ),
    mayCorrect: Type.Boolean({ description: 'Whether the user may correct its answers.' }),
    cells: Type.Record(Type.String(), Type.String(), {
      description:
        'The answers as people read them, by id of the field. Tables have the number of their rows. Unanswered fields are left out.',
    }),
  },
  { title: 'AnswerRow' },
);

export const AnswerList = Type.Object(
  {
    template: Type.Object({ id: Type.String(), name: Type.String() }),
    fields: Type.Array(AnswerField, {
      description:
        'The fields of all versions: those of the newest in the order of the form first.',
    }),
    total: Type.Integer({ description: 'The number of forms on all pages together.' }),
    isTotalExact: Type.Boolean({ description: 'false: there are more forms than `total`.' }),
    items: Type.Array(AnswerRow),
    next: Next,
  },
  { title: 'AnswerList' },
);
export const ROWS_QUERY = Type.Object(
  {
    ...ANSWERS_FILTER,
    sort: ANSWERS_TABLE.sort,
    table: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The id of a field that is a table. If omitted, the first one.',
      }),
    ),
    locale: LOCALE,
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const AnswerRowList = Type.Object(
  {
    total: Type.Optional(
      Type.Integer({
        description:
          'The number of rows on all pages, and of those that drafts hide; on the first page only.',
      }),
    ),
    items: Type.Array(AnswerRow),
    next: Next,
  },
  { title: 'AnswerRowList' },
);
export type AnswerRowList = Static<typeof AnswerRowList>;

export type AnswerList = Static<typeof AnswerList>;
export type AnswerRow = Static<typeof AnswerRow>;
export type AnswerField = Static<typeof AnswerField>;
