// Choices that can be stored, but not be told apart or chosen.
import { isObject, type JsonObject, member, textOf } from '#kernel/json.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { choicesOf, hasChoices, type LocatedQuestion, listIn, valueOfChoice } from './questions.ts';

export function faultsOfChoices(located: LocatedQuestion): readonly DefinitionFault[] {
  const { at, question, type } = located;
  if (!hasChoices(type)) return [];
  const choices = choicesOf(located);
  if (choices.length === 0 && member(question, 'showOtherItem') !== true) {
    return [
      { at: `${at}.choices`, kind: 'noChoices', text: 'This question has no choices. Add one.' },
    ];
  }
  const seen = new Set(reservedBy(question));
  return listIn(question, 'choices').flatMap((choice, i): readonly DefinitionFault[] => {
    const position = `${at}.choices[${i}]`;
    const value = textOf(valueOfChoice(choice) ?? '');
    if (value.trim() === '') {
      return [{ at: position, kind: 'emptyChoice', text: 'A choice needs a value.' }];
    }
    if (!seen.has(value)) {
      seen.add(value);
      const picture = isObject(choice) ? member(choice, 'imageLink') : undefined;
      if (type !== 'imagepicker' || picture !== undefined) return [];
      const text = `The choice ${shortened(value)} has no picture. Choose one.`;
      return [{ at: `${position}.imageLink`, kind: 'noChoicePicture', values: { value }, text }];
    }
    const text = `Two choices have the value ${shortened(value)}. Change one of them.`;
    return [{ at: position, kind: 'sameChoice', values: { value }, text }];
  });
}

/** Returns the values of the choices that the engine adds. */
export const reservedBy = (question: JsonObject): readonly string[] => [
  ...(member(question, 'showOtherItem') === true ? ['other'] : []),
  ...(member(question, 'showNoneItem') === true ? ['none'] : []),
];

export const shortened = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text);
