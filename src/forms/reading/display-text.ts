import type { Locale } from '#forms/engine/engine-types.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { writeDay, writeMoment, writeTime } from './moments.ts';
import { writeNumber } from './number-style.ts';
import type { Question } from './questions.ts';

/** What stands in the answer where somebody chose "other"; the text they typed stands beside it. */
export const OTHER = 'other';

/**
 * An answer as people read it: the one text of it that pages, PDFs, CSV files and /v2 show.
 * @param beside what was typed beside the answer
 */
export function displayText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  beside?: string,
): string {
  if (Array.isArray(value)) {
    const values: readonly JsonValue[] = value;
    return values.map((each) => oneText(question, each, locale, beside)).join(', ');
  }
  return oneText(question, value, locale, beside);
}

function oneText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  beside: string | undefined,
): string {
  // The engine takes 1 and "1" for the same choice.
  const chosen = question.choices.find((choice) => String(choice.value) === String(value));
  if (chosen) return chosen.text;
  if (value === OTHER && CHOOSES.includes(question.type)) {
    return beside === undefined || question.hasRemark ? question.other : beside;
  }
  switch (typeof value) {
    case 'boolean':
      return value ? question.words.yes : question.words.no;
    case 'number':
      return around(question, writeNumber(value, locale, question.numberStyle));
    case 'string':
      return around(question, momentText(question, value, locale) ?? value);
    default:
      return fileName(value) ?? JSON.stringify(value);
  }
}

const CHOOSES: readonly string[] = ['radiogroup', 'dropdown', 'checkbox'];

function around({ type, numberStyle }: Question, text: string): string {
  if (type !== 'expression' || numberStyle.around === undefined) return text;
  return numberStyle.around.replaceAll('{0}', () => text);
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

function fileName(value: JsonValue): string | undefined {
  const name = isObject(value) ? member(value, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
