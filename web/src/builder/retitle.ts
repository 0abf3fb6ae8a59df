// Names and values follow the titles that people read, as long as nobody has chosen them and no version is published
// with them.
import { readChoices } from './choices.ts';
import {
  type Definition,
  fieldAt,
  fieldsOf,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from './definition.ts';
import { columnsOf, type Kind, kindOf } from './kinds.ts';
import { freshName, nameFrom, namesInUse, renameField, takenNames } from './names.ts';
import type { Published } from './published.ts';
import { setChoiceValue } from './rename-choice.ts';
import { renameColumn } from './rename-column.ts';

/** Returns whether the builder made a name, so that nobody has chosen it. */
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
  const [taken, inUse] = [takenNames(definition), namesInUse(definition)];
  for (const names of [taken, inUse]) names.delete(field.name.toLowerCase());
  // A person who gives a field the title that a formula already names means this field; a number behind it is our choice.
  const isFree = !taken.has(wanted.toLowerCase());
  return renameField(definition, path, isFree ? wanted : freshName(wanted, inUse));
}

/**
 * Returns the names that come from titles, or from the words that fields of a type start with, as the builder of an
 * earlier visit made them: fields by name, columns as `table.column`.
 * @param startingTitle the title that a new field of a kind gets
 */
export function madeUpNames(
  definition: Definition,
  startingTitle: (kind: Kind) => string,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { field } of fieldsOf(definition)) {
    const kind = kindOf(field);
    if (isMadeFrom(field, kind && startingTitle(kind))) names.add(field.name);
    for (const column of columnsOf(field)) {
      if (isMadeFrom(column)) names.add(`${field.name}.${textOf(column['name'])}`);
    }
  }
  return names;
}

/** Returns whether the name is that of the title, or of the title it started with, perhaps with a number. */
function isMadeFrom(holder: JsonObject, startingTitle = ''): boolean {
  if (holder['title'] === undefined) return false;
  const name = textOf(holder['name']);
  return [titleOf(holder), startingTitle].map(nameFrom).some((wanted) => {
    if (wanted === '') return false;
    const stem = wanted.replace(/_?\d+$/, '');
    return (
      name === wanted || (name.startsWith(`${stem}_`) && /^\d+$/.test(name.slice(stem.length + 1)))
    );
  });
}

/** The name of a column until it has a title. */
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

/** Called after the text of a choice was changed that also was its value. */
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
