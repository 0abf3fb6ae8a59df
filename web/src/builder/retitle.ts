// What is stored follows what people read for as long as nobody chose it and nothing was published with it.
import { readChoices } from './choices.ts';
import { type Definition, fieldAt, type Path, textOf, titleOf } from './definition.ts';
import { columnsOf } from './kinds.ts';
import { freshName, nameFrom, renameField, takenNames } from './names.ts';
import type { Published } from './published.ts';
import { setChoiceValue } from './rename-choice.ts';
import { renameColumn } from './rename-column.ts';

/** Whether a name was made, not chosen. */
type IsMadeUp = (name: string) => boolean;

export function followTitle(
  definition: Definition,
  path: Path,
  published: Published,
  isMadeUp: IsMadeUp,
): Definition {
  const field = fieldAt(definition, path);
  const wanted = field === undefined ? '' : nameFrom(titleOf(field));
  if (field === undefined || wanted === '') return definition;
  if (published.hasField(field.name) || !isMadeUp(field.name)) return definition;
  const taken = takenNames(definition);
  taken.delete(field.name.toLowerCase());
  return renameField(definition, path, freshName(wanted, taken));
}

/** What a column is called until it has a title. */
const STARTING_NAME = /^(?:column|spalte)_\d+$/;

export function followColumnTitle(
  definition: Definition,
  path: Path,
  index: number,
  published: Published,
  isMadeUp: IsMadeUp,
): Definition {
  const table = fieldAt(definition, path);
  const columns = table === undefined ? [] : columnsOf(table);
  const column = columns[index];
  if (table === undefined || column === undefined) return definition;
  const name = textOf(column['name']);
  const wanted = nameFrom(titleOf(column));
  if (wanted === '' || published.hasColumn(table.name, name)) return definition;
  if (!STARTING_NAME.test(name) && !isMadeUp(name)) return definition;
  const others = columns.flatMap((each, i) => (i === index ? [] : [textOf(each['name'])]));
  const taken = new Set(others.map((other) => other.toLowerCase()));
  return renameColumn(definition, path, index, freshName(wanted, taken));
}

/** After the text of a choice was typed over that was its value as well. */
export function followChoiceText(
  definition: Definition,
  path: Path,
  index: number,
  published: Published,
): Definition {
  const field = fieldAt(definition, path);
  const choices = readChoices(field?.['choices']);
  const { value = '', text = '' } = choices[index] ?? {};
  const wanted = text.trim();
  const isTaken = choices.some((other, i) => i !== index && other.value === wanted);
  if (field === undefined || wanted === '' || isTaken) return definition;
  if (published.hasChoice(field.name, value)) return definition;
  return setChoiceValue(definition, path, index, wanted);
}
