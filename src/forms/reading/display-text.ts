import type { Locale } from '#forms/engine/engine-types.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { writeDay, writeMoment, writeTime } from './moments.ts';
import { writeNumber } from './number-style.ts';
import type { Question } from './questions.ts';

/** The stored value of the choice "other"; the text that was typed is a value of its own, the comment. */
export const OTHER = 'other';

/**
 * Returns an answer as people read it, the same on pages, in PDFs and CSV files and under /v2.
 * @param comment the text that was typed beside the answer
 */
export function displayText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  comment?: string,
): string {
  if (Array.isArray(value)) {
    const values: readonly JsonValue[] = value;
    return values.map((each) => oneText(question, each, locale, comment)).join(', ');
  }
  return oneText(question, value, locale, comment);
}

function oneText(
  question: Question,
  value: JsonValue,
  locale: Locale,
  comment: string | undefined,
): string {
  // The engine takes 1 and "1" for the same choice.
  const chosen = question.choices.find((choice) => String(choice.value) === String(value));
  if (chosen) return chosen.text;
  if (value === OTHER && CHOICE_TYPES.includes(question.type)) {
    return comment === undefined || question.hasRemark ? question.other : comment;
  }
  switch (typeof value) {
    case 'boolean':
      return value ? question.words.yes : question.words.no;
    case 'number':
      return withAffixes(question, writeNumber(value, locale, question.numberStyle));
    case 'string':
      return withAffixes(question, momentText(question, value, locale) ?? value);
    default:
      return fileName(value) ?? JSON.stringify(value);
  }
}

const CHOICE_TYPES: readonly string[] = ['radiogroup', 'dropdown', 'checkbox'];

/** The text with what the expression shows before and after its value, such as a unit. */
function withAffixes({ type, numberStyle }: Question, text: string): string {
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
