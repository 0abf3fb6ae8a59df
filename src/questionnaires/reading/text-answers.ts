// Answers that are written as text, such as the cells of a file. Pages use it too: they offer the same questions.
import { readDayText } from '#kernel/day-text.ts';
import { type JsonObject, type JsonValue, textOf } from '#kernel/json.ts';
import { LOCALES, type Locale } from '#kernel/locale.ts';
import { readNumber } from '#kernel/number-text.ts';
import { fold } from '#kernel/text.ts';
import type { AnswerRule } from '#questionnaires/answers/answer-faults.ts';
import { type Shape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import type { Offered } from '#questionnaires/answers/question-rules.ts';
import { type Question, questionsOf } from './questions.ts';

/** Kinds of answers that can be written as one text. */
const WRITTEN = [
  'text',
  'number',
  'boolean',
  'date',
  'time',
  'date-time',
  'month',
  'week',
  'choice',
  'choices',
  'ranking',
  'rating',
  'row',
] as const satisfies readonly Shape['kind'][];
type WrittenShape = Shape & { readonly kind: (typeof WRITTEN)[number] };

/** A question whose answer can be written as text. */
export interface WrittenQuestion {
  readonly name: string;
  readonly titles: Readonly<Record<Locale, string>>;
  readonly shape: WrittenShape;
  /** The question in each language, with the texts of its choices. */
  readonly said: readonly Question[];
}

/** Why a text is no answer. The first rules are those of answers, the others only those of texts. */
export interface TextFault {
  readonly rule: AnswerRule | 'yes-no' | 'unclear-number' | 'unclear-choice';
  /** The text, or for `unclear-number` how to write it. */
  readonly limit: string;
  readonly text: string;
}

export type TextReading = { readonly value: JsonValue } | { readonly fault: TextFault };

/** Returns the questions outside of tables and repeating sections that a text can answer, in the order of the form. */
export function writtenQuestions(definition: JsonObject): readonly WrittenQuestion[] {
  const shapes = shapesOf(definition);
  const byLocale = LOCALES.map((locale) => questionsOf(definition, locale));
  const [first = []] = byLocale;
  return first.flatMap(({ name }, i) => {
    const shape = shapes.get(name);
    if (shape === undefined || !isWritten(shape)) return [];
    const said = byLocale.flatMap((questions) => questions[i] ?? []);
    const [en = name, de = en] = said.map(({ title }) => title);
    return [{ name, titles: { en, de }, shape, said }];
  });
}

const isWritten = (shape: Shape): shape is WrittenShape =>
  WRITTEN.some((kind) => kind === shape.kind);

/**
 * Reads the answer to a question. Rules that the answer may break, such as bounds, are not checked.
 * @param text not empty
 * @param isComma whether fractions have a comma; a number that could be two is refused
 */
export function readWritten(
  question: WrittenQuestion,
  text: string,
  isComma: boolean,
): TextReading {
  const { shape } = question;
  switch (shape.kind) {
    case 'number':
      return readNumberText(text, isComma);
    case 'boolean':
      return readYesNo(question, text);
    case 'date': {
      const day = readDayText(text);
      return day === undefined ? wrong('date', text, 'a date such as 2026-12-31') : { value: day };
    }
    case 'time': {
      const time = timeIn(text);
      return time === undefined ? wrong('time', text, 'a time such as 17:00') : { value: time };
    }
    case 'date-time':
      return readDateTime(text);
    case 'rating':
    case 'choice':
      return readChoice(question, text);
    case 'choices':
    case 'ranking':
      return readChoices(question, text);
    case 'row':
      // The list is asked for its label later.
      return { value: { key: text, label: '', seq: 0 } };
    default:
      return { value: text };
  }
}

const wrong = (rule: TextFault['rule'], limit: string, wanted: string): TextReading => ({
  fault: { rule, limit, text: `${JSON.stringify(limit)} is not ${wanted}.` },
});

function readNumberText(text: string, isComma: boolean): TextReading {
  const reading = readNumber(text, isComma ? 'de' : 'en');
  if (!('fault' in reading)) return { value: reading.value ?? null };
  if (reading.fault !== 'unclear') return wrong('number', text, 'a number');
  const limit = reading.instead.join(' / ');
  const words = `${JSON.stringify(text)} could be two numbers. Write ${limit}.`;
  return { fault: { rule: 'unclear-number', limit, text: words } };
}

const YES = ['true', 'yes', 'y', 'ja', 'j', 'wahr', 'x', '1'];
const NO = ['false', 'no', 'n', 'nein', 'falsch', '0'];

function readYesNo({ said }: WrittenQuestion, text: string): TextReading {
  const wanted = fold(text);
  const isSaid = (own: 'yes' | 'no') => said.some(({ words }) => fold(words[own]) === wanted);
  // Their own words come first: an author may call true "No", as in "Any damage? Yes/No" turned around.
  if (isSaid('yes')) return { value: true };
  if (isSaid('no')) return { value: false };
  if (YES.includes(wanted)) return { value: true };
  return NO.includes(wanted) ? { value: false } : wrong('yes-no', text, 'yes or no');
}

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/;

/** Reads 9:05, 09:05 and 09:05:00 as `09:05`. */
function timeIn(text: string): string | undefined {
  const [, hour, minute] = TIME.exec(text) ?? [];
  return hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}

/** Reads a day with a time, without a time zone, as `YYYY-MM-DDTHH:MM`; undefined for anything else. */
export function readClock(text: string): string | undefined {
  const [first = '', second = '', ...more] = text.split(/[T ]+/i);
  const [day, time] = [readDayText(first), timeIn(second)];
  return day === undefined || time === undefined || more.length > 0 ? undefined : `${day}T${time}`;
}

function readDateTime(text: string): TextReading {
  const clock = readClock(text);
  if (clock !== undefined) return { value: clock };
  return wrong('date-time', text, 'a date with a time such as 2026-12-31 17:00');
}

function readChoices(question: WrittenQuestion, text: string): TextReading {
  const whole = readChoice(question, text);
  if (!('fault' in whole)) return { value: [whole.value] };
  const values: JsonValue[] = [];
  for (const part of text.split(/[;\n]/)) {
    if (part.trim() === '') continue;
    const read = readChoice(question, part.trim());
    if ('fault' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

/** Reads a choice by its value as it is stored, else by its value or text whatever the case. */
function readChoice(question: WrittenQuestion, text: string): TextReading {
  const { values, byText } = choicesFor(question);
  const value = values.get(text);
  if (value !== undefined) return { value };
  const [first, ...others] = byText.get(fold(text)) ?? [];
  if (first === undefined) return wrong('known-choice', text, 'one of the choices');
  if (others.length === 0) return { value: first };
  const words = `Several choices are called ${JSON.stringify(text)}. Write the value of one of them.`;
  return { fault: { rule: 'unclear-choice', limit: text, text: words } };
}

interface Choices {
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly byText: ReadonlyMap<string, ReadonlySet<JsonValue>>;
}

/** A question may have thousands of choices, and a file thousands of rows: they are collected once. */
const known = new WeakMap<WrittenQuestion, Choices>();

function choicesFor(question: WrittenQuestion): Choices {
  const found = known.get(question) ?? collectChoices(question);
  known.set(question, found);
  return found;
}

function collectChoices({ shape, said }: WrittenQuestion): Choices {
  const offered: Offered = shape.rules.choices ?? { values: new Set(), more: [] };
  const values = new Map([...offered.values, ...offered.more].map((each) => [textOf(each), each]));
  const byText = new Map<string, Set<JsonValue>>();
  const add = (text: string, value: JsonValue) => {
    const key = fold(text.trim());
    byText.set(key, (byText.get(key) ?? new Set()).add(value));
  };
  for (const [text, value] of values) add(text, value);
  for (const { choices, none, other, takesOther } of said) {
    for (const { value, text } of choices) add(text, value);
    if (none) add(none.text, none.value);
    if (takesOther) add(other, 'other');
  }
  return { values, byText };
}
