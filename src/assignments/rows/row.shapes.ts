import { type Static, Type } from 'typebox';
import { MAX_INSTRUCTIONS } from '#assignments/assignment.ts';
import { PERSON_KEYS } from './person.store.ts';

/** The limit for rows in one request. */
const MAX_ROWS = 100;
/** How many characters a cell may have. A longer one is a fault of its row, and not of the request. */
export const LONGEST_CELL = 20_000;
const Cell = Type.String();
const [userName, email, externalId] = PERSON_KEYS;

const Row = Type.Object(
  {
    row: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'The number of the row in the file. It is part of the result.',
    }),
    person: Cell,
    dueDate: Type.Optional({
      ...Cell,
      description:
        'A day, which means its end, or a day with a time, by the clock of the organisation: `2026-01-31`, `31.01.2026 17:00`; or ISO 8601 with an offset.',
    }),
    priority: Type.Optional({ ...Cell, description: '`normal` or `high`.' }),
    instructions: Type.Optional({
      ...Cell,
      description: `At most ${MAX_INSTRUCTIONS} characters.`,
    }),
    reference: Type.Optional({
      ...Cell,
      description: 'If it is empty, one is made of the content of the row.',
    }),
    fields: Type.Optional(
      Type.Record(Type.String(), Cell, {
        maxProperties: 500,
        description:
          'What the form begins with, by the name of the question, as text: a choice by its value or its text, several with semicolons in between, a row of a shared list by its key. Empty texts are left out.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const AssignmentRows = Type.Object(
  {
    templateId: Type.String(),
    dryRun: Type.Boolean({ description: 'true: everything is checked, and nothing is sent.' }),
    personBy: Type.Union([Type.Literal(userName), Type.Literal(email), Type.Literal(externalId)], {
      description: 'What `person` is.',
    }),
    decimalComma: Type.Optional(
      Type.Boolean({ description: 'Whether fractions are written with a comma.' }),
    ),
    rows: Type.Array(Row, { minItems: 1, maxItems: MAX_ROWS }),
  },
  { title: 'AssignmentRows', additionalProperties: false },
);
export type AssignmentRows = Static<typeof AssignmentRows>;
export type AssignmentRow = Static<typeof Row>;

export const ROW_MEMBERS = [
  'person',
  'dueDate',
  'priority',
  'instructions',
  'reference',
  'fields',
  'row',
] as const;

const AssignmentRowFault = Type.Object({
  at: Type.String({
    description: `What is wrong: ${ROW_MEMBERS.map((each) => `\`${each}\``).join(', ')}.`,
  }),
  field: Type.Optional(Type.String({ description: 'Of `fields`: the name of the question.' })),
  code: Type.String({
    description:
      'Of a person `missing`, `unknown-user`, `several-users` or `inactive-user`; of a date `due-date`; of a priority `priority`; of a text `max-length` or `not-storable`; of a field `unknown-field`, `yes-no`, `unclear-number`, `unclear-choice` or a rule of answers such as `known-choice`; else the code of an error, such as `reference-used`.',
  }),
  limit: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  text: Type.String({ description: 'In English.' }),
  message: Type.Optional(
    Type.Unknown({ description: 'The message of the author of the template for this rule.' }),
  ),
});
export type AssignmentRowFault = Static<typeof AssignmentRowFault>;

const AssignmentRowResult = Type.Object({
  row: Type.Integer(),
  outcome: Type.Union([Type.Literal('new'), Type.Literal('exists'), Type.Literal('faulty')], {
    description:
      '`new`: it was sent, or would be. `exists`: you have sent it before. `faulty`: it was not sent.',
  }),
  reference: Type.Optional(
    Type.String({ description: 'Rows with the same reference are one piece of work.' }),
  ),
  person: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  dueDate: Type.Optional(Type.String({ format: 'date-time' })),
  assignmentId: Type.Optional(Type.String({ description: 'Missing in a dry run of a new one.' })),
  faults: Type.Array(AssignmentRowFault),
});
export type AssignmentRowResult = Static<typeof AssignmentRowResult>;

export const AssignmentRowResults = Type.Object(
  { results: Type.Array(AssignmentRowResult, { description: 'In the order of the request.' }) },
  { title: 'AssignmentRowResults' },
);
