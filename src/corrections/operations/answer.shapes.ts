import { type Static, Type } from 'typebox';
import { AnswerRow } from '#answer-tables/index.ts';
import { LocaleShape } from '#http/shapes.ts';
import type { JsonValue } from '#kernel/json.ts';

const Control = Type.Union(
  [
    Type.Literal('text'),
    Type.Literal('lines'),
    Type.Literal('number'),
    Type.Literal('date'),
    Type.Literal('date-time'),
    Type.Literal('time'),
    Type.Literal('month'),
    Type.Literal('week'),
    Type.Literal('choice'),
    Type.Literal('choices'),
  ],
  { description: 'What the answer is typed into. `lines`: text of several lines.' },
);

const Elsewhere = Type.Union(
  [
    Type.Literal('answer-file'),
    Type.Literal('answer-calculated'),
    Type.Literal('answer-rows'),
    Type.Literal('answer-in-parts'),
    Type.Literal('answer-read-only'),
    Type.Literal('answer-hidden'),
  ],
  { description: 'Why the answer can only be corrected in the form; left out when it can be.' },
);

const Value = (description: string) => Type.Unsafe<JsonValue>({ ...Type.Unknown(), description });

export const APP_ANSWER_QUERY = Type.Object(
  { locale: Type.Optional(LocaleShape) },
  { additionalProperties: false },
);

export const AppAnswer = Type.Object(
  {
    revision: Type.Integer({ description: 'Of the form. A correction sends it back.' }),
    status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
    name: Type.String({ description: 'The name of the question in the answers.' }),
    title: Type.String(),
    control: Type.Optional(Control),
    elsewhere: Type.Optional(Elsewhere),
    value: Value('The stored answer; null for none.'),
    choices: Type.Array(
      Type.Object({
        value: Value('What an answer with this choice holds.'),
        text: Type.String(),
        isAlone: Type.Boolean({ description: 'true: it excludes all other choices.' }),
      }),
    ),
    unit: Type.Optional(Type.String()),
    titles: Type.Record(Type.String(), Type.String(), {
      description: 'The titles of all questions of the form by name, for the faults of others.',
    }),
  },
  { title: 'AppAnswer' },
);
export type AppAnswer = Static<typeof AppAnswer>;

export const AppCorrection = Type.Object(
  {
    revision: Type.Integer({
      minimum: 1,
      description:
        'The revision that the client has read. If the form has another one, the answer is 412.',
    }),
    value: Value('The answer as forms store it; null for none.'),
    locale: Type.Optional(LocaleShape),
  },
  { title: 'AppCorrection', additionalProperties: false },
);

export const AppCorrected = Type.Object(
  { revision: Type.Integer(), row: AnswerRow },
  { title: 'AppCorrected' },
);
export type AppCorrected = Static<typeof AppCorrected>;
