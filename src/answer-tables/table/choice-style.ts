// How exports write choices, which keep their value when a later version of the template gives them another text.

import { type JsonValue, textOf } from '#kernel/json.ts';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { OTHER } from '#questionnaires/reading/display-text.ts';
import type { Choice } from '#questionnaires/reading/questions.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';

/** Texts of the newest version that offers each choice, stored values, or a column of each. */
export type ChoiceStyle = 'texts' | 'values' | 'both';

/** What a column has of a choice; undefined: its text in the version of the form. */
export type ChoicePart = 'text' | 'value' | undefined;

/** Returns what the columns of a question with choices have. */
export const choiceParts = (style: ChoiceStyle | undefined): readonly ChoicePart[] => {
  if (style === undefined) return [undefined];
  return style === 'both' ? ['text', 'value'] : [style === 'texts' ? 'text' : 'value'];
};

export type ChoiceTexts = ReadonlyMap<string, string>;

/** Returns the texts of choices by value. Of two with the same value, the first one counts. */
export const choiceTexts = (choices: readonly Choice[]): ChoiceTexts =>
  new Map(choices.toReversed().map(({ value, text }) => [textOf(value), text]));

/** Returns the text of an answer, in the words of these choices. */
export function choiceText(answer: ShownAnswer, texts: ChoiceTexts): string {
  const { value, comment, remark, displayValue } = answer;
  const isSingle = !Array.isArray(value);
  return valuesIn(value)
    .map((each) => {
      // What somebody typed for "other" is the text of it.
      if (each === OTHER && comment !== undefined && remark === undefined) return comment;
      return texts.get(textOf(each)) ?? (isSingle ? displayValue : textOf(each));
    })
    .join(', ');
}

/** Returns the stored value of an answer: a number, or the values with commas in between; of a row of a list, its key. */
export function choiceValue({ value }: ShownAnswer): string | number {
  if (typeof value === 'number') return value;
  return valuesIn(value)
    .map((each) => (isChosenRow(each) ? each.key : textOf(each)))
    .join(', ');
}

const valuesIn = (value: JsonValue): readonly JsonValue[] =>
  Array.isArray(value) ? value : [value];
