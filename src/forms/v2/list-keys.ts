// Under /v2 a row of a shared list is its key, in a field and in a cell of a table alike. Stored answers also keep the
// label and the state of the row that the person saw.

import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import type { Members, Shape } from '#questionnaires/answers/answer-shapes.ts';

/** Returns the key of a row of a shared list; any other value as it is. */
export const keyOf = (value: JsonValue): JsonValue => (isChosenRow(value) ? value.key : value);

/** Returns stored answers with the keys of rows of shared lists in place of the rows, in tables too. */
export const withKeys = (answers: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, keysIn(value)]));

function keysIn(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return keyOf(value);
  const entries: readonly JsonValue[] = value;
  return entries.map((entry) => (isObject(entry) ? withKeys(entry) : entry));
}

/**
 * Returns a value with the keys of rows as answers: the stored answer, if it names the same row, else a row that is to
 * be looked up. Other values, and rows that are sent as they are stored, stay as they are.
 * @param stored the answer to the same field before
 */
export function withRows(
  shape: Shape | undefined,
  stored: JsonValue | undefined,
  value: JsonValue,
): JsonValue {
  if (shape === undefined || !hasRows(shape)) return value;
  const kept = new Map<string, JsonValue>();
  collect(shape, stored, '', kept);
  return read(shape, stored, value, { at: '', kept });
}

const hasRows = (shape: Shape): boolean =>
  shape.kind === 'row' || (shape.kind === 'rows' && [...shape.members.values()].some(hasRows));

/** Where a value is within its field, without the numbers of entries, and the first stored answer for each key. */
interface Place {
  readonly at: string;
  readonly kept: ReadonlyMap<string, JsonValue>;
}

function read(
  shape: Shape,
  stored: JsonValue | undefined,
  value: JsonValue,
  { at, kept }: Place,
): JsonValue {
  if (shape.kind === 'row') {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const key = String(value);
    if (isChosenRow(stored) && stored.key === key) return stored;
    return kept.get(nameOf(at, key)) ?? { key, label: '', seq: 0 };
  }
  if (shape.kind !== 'rows') return value;
  const before = listIn(stored);
  return mapRows(value, (row, i) => {
    const old = before[i];
    return mapCells(shape.members, row, (inner, name, cell) =>
      read(inner, old === undefined ? undefined : cellOf(old, name), cell, {
        at: `${at}.${name}`,
        kept,
      }),
    );
  });
}

function collect(
  shape: Shape,
  stored: JsonValue | undefined,
  at: string,
  kept: Map<string, JsonValue>,
): void {
  if (shape.kind === 'row' && isChosenRow(stored)) {
    const name = nameOf(at, stored.key);
    if (!kept.has(name)) kept.set(name, stored);
  }
  if (shape.kind !== 'rows') return;
  for (const entry of listIn(stored)) {
    for (const [name, inner] of shape.members) {
      collect(inner, cellOf(entry, name), `${at}.${name}`, kept);
    }
  }
}

const nameOf = (at: string, key: string): string => JSON.stringify([at, key]);

function mapRows(value: JsonValue, change: (row: JsonObject, i: number) => JsonObject): JsonValue {
  if (!Array.isArray(value)) return value;
  const rows: readonly JsonValue[] = value;
  return rows.map((row, i) => (isObject(row) ? change(row, i) : row));
}

const mapCells = (
  members: Members,
  row: JsonObject,
  change: (shape: Shape, name: string, cell: JsonValue) => JsonValue,
): JsonObject =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      const inner = members.get(name);
      return [name, inner === undefined ? cell : change(inner, name, cell)];
    }),
  );

const cellOf = (row: JsonValue, name: string): JsonValue | undefined =>
  isObject(row) ? member(row, name) : undefined;

const listIn = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];
