// Default values: the answers of a form before anybody has filled it in. Browsers load this file too and start forms
// without a network, so nothing here may need the server.
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { shapesOf } from './answer-shapes.ts';
import { guardAnswers } from './guard-answers.ts';
import { MAX_ROWS } from './question-rules.ts';

/**
 * Returns the answers that a new form starts with. They are ordinary answers from then on: one that a user empties
 * stays empty. A default value that its field cannot hold is left out; older published versions may have one.
 */
export function startingAnswers(definition: unknown): JsonObject {
  if (!isObject(definition)) return {};
  const given = [...elementsIn(definition, 'pages').flatMap(fieldsOf), ...fieldsOf(definition)];
  return fittingAnswers(definition, Object.fromEntries(given));
}

/** Returns those of the answers that their questions can hold. */
export function fittingAnswers(definition: JsonObject, given: JsonObject): JsonObject {
  const { answers, faults } = guardAnswers(shapesOf(definition), given);
  const unfit = new Set(faults.map(({ field }) => field));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !unfit.has(name)));
}

/** Returns whether a default value in it is an expression, which only the forms engine calculates. */
export const hasCalculatedDefault = (part: object): boolean =>
  // No text holds this: its quotation marks are escaped.
  JSON.stringify(part).includes('"defaultValueExpression":');

type Entry = readonly [string, JsonValue];

function fieldsOf(holder: JsonObject): readonly Entry[] {
  return elementsIn(holder, 'elements').flatMap(entriesOf);
}

function entriesOf(element: JsonObject): readonly Entry[] {
  const type = member(element, 'type');
  if (type === 'panel') return fieldsOf(element);
  // Nothing has been uploaded to a new form.
  if (type === 'file' || type === 'signaturepad' || type === 'sketch') return [];
  const name = member(element, 'name');
  const value = member(element, 'defaultValue') ?? rowsOf(element, type);
  return typeof name === 'string' && value !== undefined && value !== null ? [[name, value]] : [];
}

/** Returns the initial entries of a repeating section or rows of a table; undefined when they would be empty. */
function rowsOf(element: JsonObject, type: JsonValue | undefined): JsonValue | undefined {
  if (type === 'paneldynamic') {
    const inner = elementsIn(element, 'templateElements').flatMap(entriesOf);
    const entry = { ...Object.fromEntries(inner), ...rowIn(element, 'defaultPanelValue') };
    return repeated(
      entry,
      Math.max(countIn(element, 'panelCount'), countIn(element, 'minPanelCount')),
    );
  }
  if (type !== 'matrixdynamic') return undefined;
  const count = Math.max(countIn(element, 'rowCount', 2), countIn(element, 'minRowCount'));
  return repeated(rowIn(element, 'defaultRowValue'), count);
}

const repeated = (entry: JsonObject, count: number): JsonValue | undefined =>
  count === 0 || Object.keys(entry).length === 0
    ? undefined
    : Array.from({ length: count }, () => ({ ...entry }));

function rowIn(element: JsonObject, name: string): JsonObject {
  const row = member(element, name);
  return isObject(row) ? row : {};
}

function countIn(element: JsonObject, name: string, otherwise = 0): number {
  const count = member(element, name) ?? otherwise;
  return typeof count === 'number' && count > 0 ? Math.min(count, MAX_ROWS) : 0;
}

function elementsIn(holder: JsonObject, key: string): readonly JsonObject[] {
  const list = member(holder, key);
  return Array.isArray(list) ? list.filter(isObject) : [];
}
