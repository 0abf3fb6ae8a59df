// The answers that the name of a form may contain. Browsers load this file too, for the list of fields to choose from.

import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { displayText } from '#questionnaires/reading/display-text.ts';
import { localeOf, type Question, questionsOf } from '#questionnaires/reading/questions.ts';
import { emptyRoom } from '#questionnaires/reading/room.ts';

/** The longest text of one answer in a name, in characters. */
const MAX_ANSWER_LENGTH = 80;

/** Stands for an answer that is not given yet. */
const NO_ANSWER = '…';

/**
 * The types whose answers are one short text. Long texts, files and rows say too much for a name, and what is calculated
 * is known only when the form is completed.
 */
const TYPES: ReadonlySet<string> = new Set([
  'text',
  'boolean',
  'radiogroup',
  'dropdown',
  'sharedlist',
  'checkbox',
  'rating',
  'imagepicker',
  'ranking',
  'slider',
]);

/** Returns the questions whose answers a name may contain, in the order of the form. */
export const nameFields = (definition: JsonObject): readonly Question[] =>
  questionsOf(definition, localeOf(definition)).filter(({ type }) => TYPES.has(type));

/** Returns a function that writes the answer to a question for a name, in the language of the definition. */
export function answersForName(
  definition: JsonObject,
  answers: JsonObject,
): (name: string) => string {
  const questions = new Map(nameFields(definition).map((each) => [each.name, each]));
  const locale = localeOf(definition);
  return (name) => {
    const question = questions.get(name);
    const value = member(answers, name);
    if (question === undefined || value === undefined || isEmpty(question, value)) return NO_ANSWER;
    const comment = member(answers, `${name}-Comment`);
    const text = displayText(
      question,
      value,
      locale,
      emptyRoom(),
      typeof comment === 'string' ? comment : undefined,
    );
    return shortened(text) || NO_ANSWER;
  };
}

/** The answer to a choice from a list is the row that was chosen. */
const isEmpty = ({ type }: Question, value: JsonValue): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && type !== 'sharedlist');

/** Line breaks, control characters and marks that turn the direction of the text would spoil every list of forms. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX_ANSWER_LENGTH) return line;
  return `${characters
    .slice(0, MAX_ANSWER_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
