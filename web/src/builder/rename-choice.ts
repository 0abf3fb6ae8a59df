// Changes the values of choices, with the conditions that compare with them and the default values that name them.
import { type Choice, choicesIn, readChoices, writeChoices } from './choices.ts';
import {
  type Definition,
  type Field,
  fieldAt,
  isList,
  type Json,
  type Path,
  textOf,
} from './definition.ts';
import { change, withProperties } from './edit.ts';
import { columnsOf } from './kinds.ts';
import { columnTarget, comparing, fieldTarget, revaluing, rewriteForm } from './references.ts';

/** Changes the value of the choice at `index`; default values and conditions follow it. */
export function setChoiceValue(
  definition: Definition,
  path: Path,
  index: number,
  to: string,
): Definition {
  const field = fieldAt(definition, path);
  const choices = readChoices(field?.['choices']);
  const choice = choices[index];
  if (field === undefined || choice === undefined || choice.value === to) return definition;
  const { value: from, text } = choice;
  const next = choices.with(index, { ...choice, value: to, text: text === to ? '' : text || from });
  // Where two choices share the value, default values and conditions keep referring to the other one.
  const isShared = choices.some(({ value }, i) => i !== index && (value === from || value === to));
  const defaultValue = isShared ? field['defaultValue'] : follow(field['defaultValue'], from, to);
  const changed = change(definition, path, {
    choices: writeChoices(next, definition),
    defaultValue,
  });
  if (isShared) return changed;
  const target = fieldTarget(definition, path, field);
  return rewriteForm(changed, comparing(target, revaluing(from, to)));
}

function follow(value: Json | undefined, from: string, to: string): Json | undefined {
  if (isList(value)) return value.map((each) => (String(each) === from ? to : each));
  return value !== undefined && value !== null && String(value) === from ? to : value;
}

/**
 * Reads choices that were typed line by line; a value that existed before keeps the members that the lines do not show.
 */
export function choicesOver(lines: string, before: readonly Choice[]): readonly Choice[] {
  return choicesIn(lines, []).map((choice) => {
    const old = before.find(({ value }) => value === choice.value);
    return old === undefined ? choice : { ...old, text: choice.text };
  });
}

/**
 * Called after the choices of a column were edited as lines of text. A published value stays and gets the line as its
 * text; default values and conditions follow a value that is not published. A changed line replaces the choice at the
 * same position between two unchanged lines; lines that were added, removed or moved are read as new choices.
 */
export function settleColumnChoices(
  definition: Definition,
  path: Path,
  index: number,
  before: readonly Choice[],
  isPublished: (value: string) => boolean,
): Definition {
  const field = fieldAt(definition, path);
  const column = field && columnsOf(field)[index];
  if (field === undefined || column === undefined) return definition;
  const after = readChoices(column['choices']);
  const places = placesOf(before, after);
  const origin = new Map<Choice, Choice>();
  for (const [place, choice] of placesOf(after, before)) {
    const old = places.get(place);
    if (old !== undefined) origin.set(choice, old);
  }
  const kept = after.map((choice) => {
    const old = origin.get(choice);
    const text = choice.text || choice.value;
    if (old === undefined) return choice;
    return isPublished(old.value) ? { ...old, text } : { ...old, ...choice, kept: old.kept };
  });
  const renamed = after.flatMap((choice, i): readonly (readonly [string, string])[] => {
    const from = origin.get(choice)?.value;
    const to = kept[i]?.value;
    return from === undefined || to === undefined || from === to ? [] : [[from, to]];
  });
  const settled = withColumn(definition, path, field, index, {
    choices: writeChoices(kept, definition),
    defaultValue: renamed.reduce<Json | undefined>(
      (value, [from, to]) => follow(value, from, to),
      column['defaultValue'],
    ),
  });
  const target = columnTarget(field, textOf(column['name']));
  return renamed.reduce(
    (changed, [from, to]) => rewriteForm(changed, comparing(target, revaluing(from, to))),
    settled,
  );
}

const withColumn = (
  definition: Definition,
  path: Path,
  table: Field,
  index: number,
  properties: Readonly<Record<string, Json | undefined>>,
): Definition => {
  const columns = columnsOf(table);
  return change(definition, path, {
    columns: columns.with(index, withProperties(columns[index] ?? {}, properties)),
  });
};

/**
 * Returns the choices that the other list does not have, by their position: the last common choice before them and the
 * distance to it.
 */
function placesOf(list: readonly Choice[], other: readonly Choice[]): ReadonlyMap<string, Choice> {
  const common = new Set(other.map(({ value }) => value));
  const places = new Map<string, Choice>();
  let last = '';
  let distance = 0;
  for (const choice of list) {
    distance += 1;
    if (common.has(choice.value)) {
      last = choice.value;
      distance = 0;
    } else {
      places.set(JSON.stringify([last, distance]), choice);
    }
  }
  return places;
}
