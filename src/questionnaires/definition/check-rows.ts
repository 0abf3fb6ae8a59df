// What a table or repeating section says about its rows: by which member they are told apart, and what they start with.
// A name that it does not have makes the engine tell no rows apart, and leaves out all rows that a form starts with.

import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { MAX_CELLS } from '#questionnaires/answers/answer-faults.ts';
import { fixedRowsOf, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { type AnswerFault, guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { MAX_ROWS } from '#questionnaires/answers/question-rules.ts';
import { faultsOfChoices } from './check-choices.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { type LocatedQuestion, listIn, textIn } from './questions.ts';

/** The most names that a fault lists. */
const MOST_NAMES = 10;

export function faultsOfRows(located: LocatedQuestion): readonly DefinitionFault[] {
  const { at, question, type } = located;
  if (type === 'matrixdropdown') return faultsOfFixedRows(at, question);
  if (type === 'matrix') {
    return [...faultsOfFixedRows(at, question), ...faultsOfScale(at, question)];
  }
  if (type !== 'matrixdynamic' && type !== 'paneldynamic') return [];
  const names =
    type === 'matrixdynamic'
      ? listIn(question, 'columns').flatMap(nameOf)
      : namesUnder(question, 'templateElements');
  const key = textIn(question, 'keyName');
  const property = type === 'matrixdynamic' ? 'defaultRowValue' : 'defaultPanelValue';
  return [
    ...(key === '' || names.includes(key) ? [] : [unknown(`${at}.keyName`, key, names)]),
    ...faultOfRow(located, `${at}.${property}`, member(question, property), names),
  ];
}

/** Returns the faults of rows that a template gives: each needs a name of its own, under which its answers are stored. */
function faultsOfFixedRows(at: string, table: JsonObject): readonly DefinitionFault[] {
  const rows = fixedRowsOf(table).map((row) => textOf(row ?? ''));
  if (rows.length === 0) {
    return [{ at: `${at}.rows`, kind: 'noRows', text: 'There are no rows. Add one.' }];
  }
  // Every form has all of these rows, so that it could never be stored.
  const cells = rows.length * (1 + listIn(table, 'columns').length);
  if (cells > MAX_CELLS || rows.length > MAX_ROWS) {
    const values = { rows: MAX_ROWS, cells: MAX_CELLS };
    const text = `A table with fixed rows has at most ${MAX_ROWS} rows and ${MAX_CELLS} cells, the names of the rows included. Make several tables of it.`;
    return [{ at: `${at}.rows`, kind: 'tooManyFixedRows', values, text }];
  }
  return rows.flatMap((value, i): readonly DefinitionFault[] => {
    const position = `${at}.rows[${i}]`;
    if (value.trim() === '') {
      return [{ at: position, kind: 'emptyChoice', text: 'A row needs a value.' }];
    }
    // The engine keeps rows in plain objects.
    if (value in Object.prototype) {
      const text = `The name ${value} is not allowed.`;
      return [{ at: position, kind: 'nameReserved', values: { name: value }, text }];
    }
    if (rows.indexOf(value) === i) return [];
    const text = `Two rows have the value ${JSON.stringify(value)}. Change one of them.`;
    return [{ at: position, kind: 'sameChoice', values: { value }, text }];
  });
}

/** Returns the faults of the choices of a Likert scale. */
function faultsOfScale(at: string, { columns = [] }: JsonObject): readonly DefinitionFault[] {
  const scale = { type: 'radiogroup', choices: columns };
  return faultsOfChoices({
    at,
    question: scale,
    type: 'radiogroup',
    sections: [],
    table: undefined,
  }).map((fault) => ({ ...fault, at: fault.at.replace(/choices(?=(?:\[\d+\])?$)/, 'columns') }));
}

function namesUnder(holder: JsonObject, list: string): readonly string[] {
  return listIn(holder, list).flatMap((each) =>
    isObject(each) && member(each, 'type') === 'panel'
      ? namesUnder(each, 'elements')
      : nameOf(each),
  );
}

const nameOf = (each: JsonValue): readonly string[] =>
  isObject(each) ? [textIn(each, 'name')] : [];

/** Returns the first fault of a row that others are made from, by the check that leaves it out of new forms. */
function faultOfRow(
  { question, type }: LocatedQuestion,
  at: string,
  row: JsonValue | undefined,
  names: readonly string[],
): readonly DefinitionFault[] {
  if (row === undefined || row === null) return [];
  const name = textIn(question, 'name');
  const shapes = shapesOf({ elements: [{ ...question, type, name }] });
  const isInRow = (fault: AnswerFault): boolean => fault.at.startsWith(`${name}[0]`);
  const [found] = guardAnswers(shapes, { [name]: [row] }).faults.filter(isInRow);
  if (found === undefined) return [];
  const inside = found.at.slice(`${name}[0].`.length);
  if (found.kind === 'unknown') return [unknown(at, inside, inside.includes('.') ? [] : names)];
  const shown = JSON.stringify(row);
  const text = `${inside === '' ? 'The row' : inside} is not a valid answer: ${found.text}`;
  return [{ at, kind: 'unfitDefault', values: { value: shown }, text }];
}

function unknown(at: string, given: string, names: readonly string[]): DefinitionFault {
  const name = given.slice(0, 60).toWellFormed();
  const some = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
  const right = some === '' ? 'Leave it out.' : `Use one of ${some}, or leave it out.`;
  const text = `It names ${name}, and there is no such field. It may have been renamed, moved or deleted. ${right}`;
  return { at, kind: 'unknownField', values: { name }, text };
}
