import type { TemplateVersion } from '#form-basics/index.ts';
import { textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { type Shape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import {
  type Choice,
  localeOf,
  type Question,
  questionsOf,
} from '#questionnaires/reading/questions.ts';

/** What an answer is typed into, or chosen from, outside of its form. `lines` is text of several lines. */
export type Control =
  | 'text'
  | 'lines'
  | 'number'
  | 'date'
  | 'date-time'
  | 'time'
  | 'month'
  | 'week'
  | 'choice'
  | 'choices';

/** Why an answer can only be corrected in its form; the reasons of `correct-in-form`. */
export type Elsewhere =
  | 'answer-file'
  | 'answer-calculated'
  | 'answer-rows'
  | 'answer-in-parts'
  | 'answer-read-only'
  | 'answer-hidden';

export interface OfferedChoice extends Choice {
  /** It excludes all others: the choice "None". */
  readonly isAlone: boolean;
}

/** A question of the form itself, as its answer is corrected outside of the form. */
export interface Correctable {
  readonly name: string;
  readonly title: string;
  readonly control: Control | undefined;
  /** Why there is no control. */
  readonly elsewhere: Elsewhere | undefined;
  readonly choices: readonly OfferedChoice[];
  readonly unit: string | undefined;
  /** The text for "other" is part of the answer, and goes when another choice is taken. */
  readonly takesOther: boolean;
}

const CONTROLS: Readonly<Record<Shape['kind'], Control | Elsewhere>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  month: 'month',
  week: 'week',
  boolean: 'choice',
  choice: 'choice',
  rating: 'choice',
  choices: 'choices',
  ranking: 'answer-in-parts',
  file: 'answer-file',
  files: 'answer-file',
  sketch: 'answer-file',
  computed: 'answer-calculated',
  rows: 'answer-rows',
  place: 'answer-in-parts',
  barcode: 'answer-in-parts',
  row: 'answer-in-parts',
};

/** Returns a field of a version as it is corrected; undefined when the version does not ask it. */
export function correctableIn(
  { definition, fields }: TemplateVersion,
  fieldId: string,
  locale: Locale = localeOf(definition),
): Correctable | undefined {
  // A column has the id of its table in front.
  const [own = ''] = fieldId.split('.', 1);
  const name = fields.find(({ id }) => id === own.toLowerCase())?.name;
  const shape = name === undefined ? undefined : shapesOf(definition).get(name);
  const question = questionsOf(definition, locale).find((each) => each.name === name);
  if (name === undefined || !shape || !question) return undefined;
  const kind = CONTROLS[shape.kind];
  const control = isElsewhere(kind) ? undefined : kind;
  return {
    name,
    title: question.title,
    control: control === 'text' && question.type === 'comment' ? 'lines' : control,
    elsewhere: isElsewhere(kind) ? kind : undefined,
    choices: choicesFor(question, shape),
    unit: question.unit,
    takesOther: 'rules' in shape && shape.rules.choices?.more.includes('other') === true,
  };
}

const isElsewhere = (kind: Control | Elsewhere): kind is Elsewhere => kind.startsWith('answer-');

/** The choices that an answer may take. "Other" needs a text beside it, which is typed in the form. */
function choicesFor({ choices, none, words }: Question, shape: Shape): readonly OfferedChoice[] {
  const plain = (each: Choice) => ({ ...each, isAlone: false });
  switch (shape.kind) {
    case 'boolean':
      return [
        { value: true, text: words.yes },
        { value: false, text: words.no },
      ].map(plain);
    case 'rating': {
      const rates = shape.rules.choices?.more ?? [];
      const own = rates.map((value) => ({ value, text: textOf(value) }));
      return (rates.length > 0 ? own : choices).map(plain);
    }
    case 'choice':
    case 'choices':
      return [...choices.map(plain), ...(none === undefined ? [] : [{ ...none, isAlone: true }])];
    default:
      return [];
  }
}
