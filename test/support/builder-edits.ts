// Edits a template as the builder's pages do, and returns the faults that publishing reports.

import assert from 'node:assert/strict';
import type { JsonObject } from '#kernel/json.ts';
import { faultsOfPublishing } from '#questionnaires/definition/check-publishable.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import { readChoices, writeChoices } from '#web/builder/choices.ts';
import { type Definition, fieldAt, type Path } from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import { columnsOf, type StartingWords } from '#web/builder/kinds.ts';
import type { Published } from '#web/builder/published.ts';
import { followChoiceText, followColumnTitle } from '#web/builder/retitle.ts';

export const words = (name: string): StartingWords => ({
  title: name,
  name,
  choices: ['One', 'Two'],
  column: { name: 'column_1', title: 'Column 1' },
});

export const faultsOf = (definition: Definition): readonly DefinitionFault[] => {
  const stored: JsonObject = JSON.parse(JSON.stringify(definition));
  return faultsOfPublishing(stored);
};

/** Changes the text of a choice as people do, by typing over it and leaving the input. */
export function retitleChoice(
  form: Definition,
  path: Path,
  index: number,
  text: string,
  of: Published,
): Definition {
  const choices = readChoices(fieldAt(form, path)?.['choices']);
  const choice = choices[index];
  assert.ok(choice !== undefined);
  const isOne = choice.text === '' || choice.text === choice.value;
  const typed = change(form, path, {
    choices: writeChoices(choices.with(index, { ...choice, text })),
  });
  return isOne ? followChoiceText(typed, path, index, of) : typed;
}

export function retitleColumn(
  form: Definition,
  path: Path,
  index: number,
  title: string,
  of: Published,
): Definition {
  const table = fieldAt(form, path);
  const columns = table === undefined ? [] : columnsOf(table);
  const titled = change(form, path, {
    columns: columns.with(index, { ...columns[index], title }),
  });
  return followColumnTitle(titled, path, index, of, () => true);
}
