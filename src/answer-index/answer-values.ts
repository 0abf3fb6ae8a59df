import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import type { Members, Shape } from '#questionnaires/answers/answer-shapes.ts';
import { isAnswer } from '#questionnaires/reading/is-answer.ts';
import { codeText, sketchText } from '#questionnaires/reading/structured-text.ts';

/** One value of the answers of a form, as it is found, sorted and counted. */
export interface AnswerValue {
  /** The id of the field, or `<id>.<name>` of a column of a table. */
  readonly field: string;
  /** The row of a table, from 0; 0 outside of tables. */
  readonly inRow: number;
  /** The position among the choices of one answer, from 0. */
  readonly inAnswer: number;
  readonly text: string | null;
  readonly number: number | null;
}

/** Longer texts are found by their beginning, so that they fit into an index. */
const MAX_TEXT = 200;

/** Where the values of an answer belong. */
type Place = Pick<AnswerValue, 'field' | 'inRow'>;
type Value = Pick<AnswerValue, 'text' | 'number'>;

/**
 * Returns the values of the answers of a form. Left out: answers without a question, tables inside of tables, and texts
 * that were typed beside an answer. A table itself has the number of its rows as value.
 * @param shapes what the version of the form asks
 * @param fieldIds the ids of its fields by name
 */
export const valuesOfAnswers = (
  shapes: Members,
  fieldIds: ReadonlyMap<string, string>,
  answers: JsonObject,
): readonly AnswerValue[] =>
  [...shapes].flatMap(([name, shape]) => {
    const field = fieldIds.get(name);
    const answer = member(answers, name);
    if (field === undefined || answer === undefined) return [];
    return shape.kind === 'rows'
      ? rowsOf(field, shape.members, answer)
      : valuesOf(shape, { field, inRow: 0 }, answer);
  });

function rowsOf(field: string, columns: Members, answer: JsonValue): readonly AnswerValue[] {
  if (!isAnswer(answer)) return [];
  const rows = listOf(answer);
  const cells = rows.flatMap((row, inRow) =>
    [...columns].flatMap(([name, shape]) => {
      const cell = isObject(row) ? member(row, name) : undefined;
      if (cell === undefined || shape.kind === 'rows') return [];
      return valuesOf(shape, { field: `${field}.${name}`, inRow }, cell);
    }),
  );
  return [{ field, inRow: 0, inAnswer: 0, text: null, number: rows.length }, ...cells];
}

function valuesOf(shape: Shape, place: Place, answer: JsonValue): readonly AnswerValue[] {
  if (shape.kind === 'place') return coordinatesOf(place, answer);
  const each = LISTS.has(shape.kind) ? listOf(answer) : [answer];
  const values = each.flatMap((one) => toValue(shape.kind, one) ?? []);
  // The first value of an answer is at 0, by which answers are counted.
  return values.map((value, inAnswer) => ({ ...place, inAnswer, ...value }));
}

const LISTS: ReadonlySet<Shape['kind']> = new Set(['choices', 'ranking', 'files']);

/** Returns the latitude, then the longitude, in degrees. */
function coordinatesOf(place: Place, answer: JsonValue): readonly AnswerValue[] {
  if (!isObject(answer)) return [];
  return ['lat', 'lon'].flatMap((name, inAnswer) => {
    const degrees = member(answer, name);
    return typeof degrees === 'number' ? [{ ...place, inAnswer, text: null, number: degrees }] : [];
  });
}

/** Returns the value as text or as a number, by the kind of the question; undefined for an empty one. */
function toValue(kind: Shape['kind'], value: JsonValue): Value | undefined {
  if (value === null || value === '') return undefined;
  const read = READERS[kind];
  if (read) return read(value);
  if (typeof value === 'number') return { text: null, number: value };
  return isObject(value) || Array.isArray(value) ? undefined : folded(textOf(value));
}

const memberText = (name: string) => (value: JsonValue) =>
  isObject(value) ? folded(textOf(member(value, name) ?? '')) : undefined;
const choiceOf = (value: JsonValue) => exactly(textOf(value));

/** Of kinds that are neither numbers nor plain text. */
const READERS: Partial<Record<Shape['kind'], (value: JsonValue) => Value | undefined>> = {
  date: (value) => timeOf(value),
  time: (value) => timeOf(value),
  'date-time': (value) => timeOf(value),
  choice: choiceOf,
  choices: choiceOf,
  ranking: choiceOf,
  boolean: choiceOf,
  file: memberText('name'),
  files: memberText('name'),
  row: memberText('label'),
  barcode: (value) => folded(codeText(value) ?? ''),
  sketch: (value) => folded(sketchText(value) ?? ''),
};

const exactly = (text: string): Value => ({
  text: text.slice(0, MAX_TEXT).toWellFormed(),
  number: null,
});
const folded = (text: string): Value | undefined => {
  const key = textKey(text);
  return key === '' ? undefined : { text: key, number: null };
};

/** Returns the text by which texts are compared. */
export const textKey = (text: string): string =>
  fold(text.trim()).slice(0, MAX_TEXT).trimEnd().toWellFormed();

const TIME = /^\d\d:\d\d/;

/**
 * Returns a day, a time of day or both in milliseconds since the epoch, a time of day on its first day. Answers have no
 * time zone; they are read as UTC, so that none shifts them.
 */
export function timeOf(value: JsonValue): Value | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = TIME.test(value) ? `1970-01-01T${value}` : value;
  const ms = Date.parse(/T.*Z$|^\d{4}-\d\d-\d\d$/.test(moment) ? moment : `${moment}Z`);
  return Number.isNaN(ms) ? folded(value) : { text: null, number: ms };
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);
