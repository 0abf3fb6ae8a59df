import { isObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { writeDay, writeMoment, writeTime } from './moments.ts';
import { writeNumber } from './number-style.ts';
import type { Choice, Question } from './questions.ts';
import { fitting, type Room } from './room.ts';
import { codeText, placeText, sketchText } from './structured-text.ts';

/** The stored value of the choice "other". The text typed for it is stored separately, as the comment. */
export const OTHER = 'other';

/**
 * Returns an answer as text for people. It is the same on screens, in PDFs and CSV files, and under /v2.
 * @param comment the text that was typed beside the answer
 * @param room the space left for words of the template; when it is used up, the answer is shown as it is stored
 */
export function displayText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  room: Room,
  comment?: string,
): string {
  const write = (each: JsonValue): string =>
    fitting(room, oneText(question, each, locale, comment), () => storedText(each));
  if (!Array.isArray(value)) return write(value);
  const values: readonly JsonValue[] = value;
  return values.map(write).join(', ');
}

const storedText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const choicesByValue = new WeakMap<readonly Choice[], ReadonlyMap<string, Choice>>();

/**
 * Returns the choice that was chosen. To the engine, 1 and "1" are the same choice. The index of the choices is kept,
 * because thousands of answers are read with it.
 */
function findChoice({ choices, none }: Question, value: JsonValue): Choice | undefined {
  let known = choicesByValue.get(choices);
  if (known === undefined) {
    // Of two choices with the same value, the first one counts.
    known = new Map(choices.toReversed().map((choice) => [textOf(choice.value), choice]));
    choicesByValue.set(choices, known);
  }
  const text = textOf(value);
  return known.get(text) ?? (none !== undefined && text === none.value ? none : undefined);
}

function oneText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  comment: string | undefined,
): string {
  const chosen = findChoice(question, value);
  if (chosen) return chosen.text;
  if (value === OTHER && CHOICE_TYPES.includes(question.type)) {
    return comment === undefined || question.hasRemark ? question.other : comment;
  }
  switch (typeof value) {
    case 'boolean':
      return value ? question.words.yes : question.words.no;
    case 'number':
      return withUnit(question, writeNumber(value, locale, question.numberStyle));
    case 'string':
      return inFormat(question, momentText(question, value, locale) ?? value);
    default:
      return (
        structuredText(question, value) ??
        rowText(question, value, locale) ??
        fileName(value) ??
        storedText(value)
      );
  }
}

const ERASED = { en: 'Erased person', de: 'Gelöschte Person' } as const;
const NOT_IN_LIST = { en: 'no longer in the list', de: 'nicht mehr in der Liste' } as const;

/** Returns the name of a person, or the label of a row of a shared list with a note if the list no longer had it when the answer arrived. */
function rowText({ type }: Question, value: JsonValue, locale: Locale): string | undefined {
  if (!isChosenRow(value)) return undefined;
  if (type === 'person') return value.label || ERASED[locale];
  if (type !== 'sharedlist') return undefined;
  const label = value.label || value.key;
  return value.inactive === true ? `${label} (${NOT_IN_LIST[locale]})` : label;
}

/** Returns the number in the format of the calculation or, without a format, with its unit. */
function withUnit(question: Question, text: string): string {
  const { unit } = question.numberStyle;
  if (unit === undefined || formatOf(question) !== undefined) return inFormat(question, text);
  return `${text} ${unit}`;
}

const CHOICE_TYPES: readonly string[] = ['radiogroup', 'dropdown', 'checkbox'];

/** Returns the text in which a calculation shows its value in place of `{0}`, such as `{0} km`; undefined for none. */
const formatOf = ({ type, numberStyle }: Question): string | undefined =>
  type === 'expression' ? numberStyle.around : undefined;

const LONGEST_FORMAT = 300;
const LONGEST_FORMATTED = 1000;

/** Returns the text in the format of the calculation; as it is without a format. */
function inFormat(question: Question, text: string): string {
  const format = formatOf(question);
  if (format === undefined) return text;
  // A long format with thousands of `{0}` would exceed the maximum length of a string.
  if (format.length > LONGEST_FORMAT || text.length > LONGEST_FORMATTED) return text;
  return format.replaceAll('{0}', () => text);
}

function momentText(
  { type, inputType }: Question,
  value: string,
  locale: Locale,
): string | undefined {
  if (type === 'expression') return writeMoment(value, locale);
  switch (inputType) {
    case 'date':
      return writeDay(value, locale);
    case 'datetime-local':
      return writeMoment(value, locale);
    case 'time':
      return writeTime(value, locale);
    default:
      return undefined;
  }
}

function structuredText({ type }: Question, value: JsonValue): string | undefined {
  if (type === 'location') return placeText(value);
  if (type === 'barcode') return codeText(value);
  return type === 'sketch' ? sketchText(value) : undefined;
}

function fileName(value: JsonValue): string | undefined {
  const name = isObject(value) ? member(value, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
