// Choices of a question: what is stored, and what people read.
import { isList, isObject, type Json, type JsonObject, textOf } from './definition.ts';

export interface Choice {
  /** As text; {@link storedOf} has it as it is stored. */
  readonly value: string;
  readonly text: string;
  /** What it is stored as where that is no text: a number, true or false. */
  readonly stored?: Json;
  /** As the definition had it, for what the editor does not show. */
  readonly kept: JsonObject;
}

/** Of a definition: plain values, or objects with a text. */
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

/** A number stays one, as answers and conditions have it, for as long as nobody gives it another value. */
export const storedOf = ({ value, stored }: Choice): Json =>
  stored !== undefined && String(stored) === value ? stored : value;

/** As short as it can be said; undefined when there are none. */
export function writeChoices(choices: readonly Choice[]): Json | undefined {
  if (choices.length === 0) return undefined;
  return choices.map((choice) => {
    const { text, kept } = choice;
    const value = storedOf(choice);
    const { text: texts, ...rest } = kept;
    const isPlain = (text === '' || text === value) && texts === undefined;
    if (isPlain && Object.keys(rest).length === 0) return value;
    if (isObject(texts)) return { value, ...rest, text: { ...texts, default: text } };
    return { value, ...rest, ...(text !== '' && { text }) };
  });
}

/** One choice a line: `red`, `r = Red`, `r | Red` or two cells of a spreadsheet. Values that are there already are left out. */
export function choicesIn(lines: string, existing: readonly Choice[]): readonly Choice[] {
  const seen = new Set(existing.map(({ value }) => value));
  return lines.split('\n').flatMap((line) => {
    const [first = '', ...rest] = line.split(/\t|\s*[|=]\s*/);
    const value = first.trim();
    const text = rest.join(' ').trim();
    if (value === '' || seen.has(value)) return [];
    seen.add(value);
    return [{ value, text, kept: {} }];
  });
}
