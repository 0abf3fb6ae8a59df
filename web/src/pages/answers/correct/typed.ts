// What somebody types or chooses for an answer, and the answer that it is.
import { type JsonValue, textOf } from '#kernel/json.ts';
import { readNumber, writePlainNumber } from '#kernel/number-text.ts';
import type { AppAnswer } from '#web/api/corrections.ts';
import { numberFault } from '#web/survey/number-fault.ts';

/** A text, the position of a choice as text, or the chosen values. */
export type Typed = string | readonly JsonValue[];

/** The position of an answer that none of the choices is, such as the text for "other". */
export const UNLISTED = 'unlisted';

const isSame = (one: JsonValue, other: JsonValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns what the control shows for the stored answer. */
export function typedOf({ control, value, choices }: AppAnswer, language: string): Typed {
  if (control === 'choices') return valuesIn(value);
  if (value === null) return '';
  if (control === 'choice') {
    const at = choices.findIndex((choice) => isSame(choice.value, value));
    return at < 0 ? UNLISTED : String(at);
  }
  return typeof value === 'number' ? writePlainNumber(value, language) : textOf(value);
}

const valuesIn = (value: JsonValue): readonly JsonValue[] => {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
};

export type TypedReading = { readonly value: JsonValue } | { readonly fault: string };

/** Returns the answer that was typed, or why it cannot be read. */
export function readTyped(answer: AppAnswer, typed: Typed, language: string): TypedReading {
  if (typeof typed !== 'string') return { value: typed };
  if (answer.control === 'choice') {
    if (typed === UNLISTED) return { value: answer.value };
    return { value: answer.choices[Number(typed || -1)]?.value ?? null };
  }
  if (answer.control !== 'number') return { value: typed === '' ? null : typed };
  const reading = readNumber(typed, language);
  if (!('fault' in reading)) return { value: reading.value ?? null };
  return { fault: numberFault(typed) ?? typed };
}

/** Returns the chosen values after one of them was checked or unchecked. The choice "None" excludes all others. */
export function toggled(
  { choices }: Pick<AppAnswer, 'choices'>,
  chosen: readonly JsonValue[],
  value: JsonValue,
): readonly JsonValue[] {
  if (chosen.some((each) => isSame(each, value))) {
    return chosen.filter((each) => !isSame(each, value));
  }
  const isAlone = (wanted: JsonValue) =>
    choices.some((choice) => choice.isAlone && isSame(choice.value, wanted));
  return isAlone(value) ? [value] : [...chosen.filter((each) => !isAlone(each)), value];
}

/** Returns the stored answer as text. */
export function answerText({ value, choices }: AppAnswer, language: string): string {
  return valuesIn(value)
    .map((each) => {
      const choice = choices.find((known) => isSame(known.value, each));
      if (choice) return choice.text;
      return typeof each === 'number' ? writePlainNumber(each, language) : textOf(each);
    })
    .join(', ');
}
