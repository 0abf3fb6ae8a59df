// The choices of a question, each with the value that is stored and the text that people read.
import { isList, isObject, type Json, type JsonObject, textOf, writeWords } from './definition.ts';
import { onOneLine, rowsIn } from './pasted-rows.ts';

export interface Choice {
  /** The value as text; {@link storedOf} returns it as the definition stores it. */
  readonly value: string;
  readonly text: string;
  /** The stored value where it is not a text: a number, true or false. */
  readonly stored?: Json;
  /** The other members of the choice in the definition, which the editor does not show. */
  readonly kept: JsonObject;
}

/** Reads the choices of a definition: plain values, or objects with a text. */
export function readChoices(choices: Json | undefined): readonly Choice[] {
  if (!isList(choices)) return [];
  return choices.map((choice) => {
    if (!isObject(choice)) return { ...readValue(choice), text: '', kept: {} };
    const { value, text, ...kept } = choice;
    const shown = isObject(text) ? textOf(text['default']) : textOf(text);
    return {
      ...readValue(value ?? ''),
      text: shown,
      kept: isObject(text) ? { ...kept, text } : kept,
    };
  });
}

const readValue = (stored: Json): Pick<Choice, 'value' | 'stored'> =>
  typeof stored === 'string' ? { value: stored } : { value: String(stored), stored };

/**
 * Returns the value as the definition stores it. A number stays a number, as answers and conditions have it, until
 * somebody changes the value.
 */
export const storedOf = ({ value, stored }: Choice): Json =>
  stored !== undefined && String(stored) === value ? stored : value;

/** Writes choices in the shortest form of the definition; undefined when there are none. */
export function writeChoices(
  choices: readonly Choice[],
  definition: JsonObject = {},
): Json | undefined {
  if (choices.length === 0) return undefined;
  return choices.map((choice) => {
    const { text, kept } = choice;
    const value = storedOf(choice);
    const { text: texts, ...rest } = kept;
    const isPlain = (text === '' || text === value) && texts === undefined;
    if (isPlain && Object.keys(rest).length === 0) return value;
    if (isObject(texts)) return { value, ...rest, text: writeWords(texts, text, definition) };
    return { value, ...rest, ...(text !== '' && { text }) };
  });
}

/**
 * Reads one choice per line: `red`, `r = Red`, `r | Red` or two cells of a spreadsheet. Skips values that exist
 * already.
 */
export function choicesIn(lines: string, existing: readonly Choice[]): readonly Choice[] {
  const seen = new Set(existing.map(({ value }) => value));
  return rowsIn(lines).flatMap((cells) => {
    const [line = '', ...others] = cells.map(onOneLine);
    const typed = others.some((cell) => cell !== '') ? [line, ...others] : line.split(/[|=]/);
    const [value = '', ...rest] = typed.map((part) => part.trim());
    const text = rest.join(' ').trim();
    if (value === '' || seen.has(value)) return [];
    seen.add(value);
    return [{ value, text, kept: {} }];
  });
}
