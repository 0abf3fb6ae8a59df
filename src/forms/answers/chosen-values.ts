// Rows of shared lists and people of the directory where answers name them, also in tables and repeating sections.
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import {
  type ChosenRow,
  isChosenRow,
  type ValueFault,
} from '#questionnaires/answers/answer-faults.ts';
import type { ListShape, Members, PeopleShape } from '#questionnaires/answers/answer-shapes.ts';
import type { AnswerFault } from '#questionnaires/answers/guard-answers.ts';

export interface ChosenAnswer<S = ListShape | PeopleShape> {
  readonly at: string;
  readonly field: string;
  readonly shape: S;
  readonly value: ChosenRow & JsonObject;
  /** The answers beside it, innermost last: those of the form, and those of the entries around it. */
  readonly around: readonly JsonObject[];
}

/** Returns the fault of an answer. */
export const faultOfChosen = (
  { at, field, value }: ChosenAnswer,
  fault: ValueFault,
): AnswerFault => ({
  at,
  field,
  ...fault,
  limit: value.label || value.key,
});

/** Returns all of them, in the order of the answers. */
export function chosenIn(
  members: Members,
  answers: JsonObject,
  at = '',
  field?: string,
  above: readonly JsonObject[] = [],
): readonly ChosenAnswer[] {
  const around = [...above, answers];
  return Object.entries(answers).flatMap(([name, value]): readonly ChosenAnswer[] => {
    const shape = members.get(name);
    const path = at === '' ? name : `${at}.${name}`;
    if (shape?.kind === 'row' && isChosenRow(value)) {
      return [{ at: path, field: field ?? name, shape, value, around }];
    }
    if (shape?.kind !== 'rows' || !isList(value)) return [];
    return value.flatMap((row, i) =>
      isObject(row) ? chosenIn(shape.members, row, `${path}[${i}]`, field ?? name, around) : [],
    );
  });
}

/** Returns the same text for the same row in the same field, whatever the number of the entry around it. */
export const chosenKey = ({ at, value }: ChosenAnswer): string =>
  JSON.stringify([at.replaceAll(/\[\d+\]/g, ''), value.key, value.label, value.seq]);

/** Returns the answers with other values at some paths. */
export function withChosen(
  answers: JsonObject,
  at: string,
  next: ReadonlyMap<string, JsonObject>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]): [string, JsonValue] => {
      const path = at === '' ? name : `${at}.${name}`;
      const row = next.get(path);
      if (row !== undefined) return [name, row];
      if (!isList(value)) return [name, value];
      const list = value.map((each, i) =>
        isObject(each) ? withChosen(each, `${path}[${i}]`, next) : each,
      );
      return [name, list];
    }),
  );
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
