import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import {
  type FileFacts,
  faultOfCount,
  faultOfFile,
  faultOfValue,
  MAX_CELLS,
  MAX_ROWS,
  TOO_MANY_CELLS,
  type ValueFault,
} from './answer-faults.ts';
import type { Members, Shape } from './answer-shapes.ts';
import type { Rules } from './question-rules.ts';

/** A fault of one answer. */
export interface AnswerFault {
  /** The path of the answer, such as `items[0].qty`. */
  readonly at: string;
  /** The top-level question that contains the answer. */
  readonly field: string;
  readonly kind: string;
  /** Which of our own rules is broken, and its limit; undefined when the engine found the fault. */
  readonly rule?: string;
  readonly limit?: string | number;
  readonly text: string;
}

/** A file that the answers name. */
export interface FileReference {
  readonly at: string;
  readonly field: string;
  /** The question that holds the file. It may be inside a repeating section. */
  readonly question: string;
  readonly id: string;
  readonly rules: Rules;
}

export interface GuardedAnswers {
  /** The answers without nulls, computed values and values that cannot answer their question. */
  readonly answers: JsonObject;
  readonly files: readonly FileReference[];
  /** At most {@link MAX_FAULTS}. */
  readonly faults: readonly AnswerFault[];
}

/** The most faults that are reported at once. */
export const MAX_FAULTS = 100;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Walk {
  readonly files: FileReference[];
  readonly faults: AnswerFault[];
  readonly known: Known;
  /** True: a computed value that differs from the stored one is a fault. False: it is ignored. */
  readonly tellsComputed: boolean;
  /** The number of cells in the rows seen so far. */
  cells: number;
}

/** The stored values by path. Paths have no row numbers, because those shift when a row is deleted. */
interface Known {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of rows or files. */
  readonly counts: ReadonlyMap<string, number>;
}

const NOTHING: Known = { values: new Map(), counts: new Map() };

interface Place {
  readonly at: string;
  readonly field: string;
}

/**
 * Returns the answers that have the shape of their question, and all faults that can be found in an answer alone. A
 * value that has no shape of an answer is left out, so that the engine never sees it.
 * @param calculated the calculated values: a different one is a fault. Without them, computed values are ignored.
 * @param stored the answers of the form: a value that is stored already was accepted under older rules and may stay
 */
export function guardAnswers(
  members: Members,
  answers: JsonObject,
  stored?: JsonObject,
  calculated?: JsonObject,
): GuardedAnswers {
  const tellsComputed = calculated !== undefined;
  const walk: Walk = { files: [], faults: [], known: NOTHING, tellsComputed, cells: 0 };
  const first = { answers: guardMembers(walk, members, answers), ...walk };
  if (first.faults.length === 0 || stored === undefined) return first;
  const again: Walk = {
    files: [],
    faults: [],
    known: knownIn(stored, calculated ?? {}),
    tellsComputed,
    cells: 0,
  };
  return { answers: guardMembers(again, members, answers), ...again };
}

function guardMembers(walk: Walk, members: Members, given: JsonObject, above?: Place): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(given)) {
    const at = above && above.at !== '' ? `${above.at}.${name}` : name;
    const place = { at, field: above?.field ?? name };
    const shape = members.get(name);
    if (!shape) tell(walk, place, 'unknown', 'There is no such question.');
    else if (shape.kind === 'computed') guardComputed(walk, shape.isTotal, value, place);
    else if (value !== null) {
      const good = guardValue(walk, shape, value, place);
      if (good !== undefined) kept.push([name, good]);
    }
  }
  // fromEntries makes every name an own member, even `__proto__`.
  return Object.fromEntries(kept);
}

/** Reports a changed computed value. Nulls, unchanged values and the totals of a table are ignored. */
function guardComputed(walk: Walk, isTotal: boolean, value: JsonValue, place: Place): void {
  const isSame = value === null || knownAt(walk, place)(value);
  if (isSame || isTotal || !walk.tellsComputed) return;
  tell(walk, place, 'computed', 'This is calculated and can’t be written. Leave it out.');
}

function guardValue(
  walk: Walk,
  shape: Shape,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  switch (shape.kind) {
    case 'rows':
      return guardRows(walk, shape, value, place);
    case 'file':
      return guardFile(walk, shape, value, place);
    case 'files':
      return guardFiles(walk, shape, value, place);
    case 'computed':
      return undefined;
    default: {
      const isKnown = knownAt(walk, place);
      // Each choice that is stored already may stay.
      const news = isArray(value) ? value.filter((each) => !isKnown(each)) : value;
      const fault = isKnown(value) ? undefined : faultOfValue(shape.kind, shape.rules, news);
      if (fault === undefined) return value;
      tellOf(walk, place, fault);
      return fault.kind === 'type' ? undefined : value;
    }
  }
}

function guardRows(
  walk: Walk,
  { members, rules }: Shape & { readonly kind: 'rows' },
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  if (!isArray(value) || value.length > MAX_ROWS) {
    tell(walk, place, 'type', `This must be a list of at most ${MAX_ROWS} rows.`);
    return undefined;
  }
  guardCount(walk, faultOfCount(rules, value.length, 'rows'), value, place);
  // Nested rows multiply, and empty rows are cheap to send, so the cells are counted.
  walk.cells += value.length * members.size;
  if (walk.cells > MAX_CELLS) {
    tellOf(walk, place, TOO_MANY_CELLS);
    return undefined;
  }
  return value.map((row, i) => {
    const at = { ...place, at: `${place.at}[${i}]` };
    // A row that was added and not filled in yet.
    if (row === null) return {};
    if (isObject(row)) return guardMembers(walk, members, row, at);
    tell(walk, at, 'type', 'A row must be an object.');
    return {};
  });
}

/** Reports a list that is too long, unless it is no longer than the stored one: entries may be removed step by step. */
function guardCount(
  walk: Walk,
  fault: ValueFault | undefined,
  list: readonly JsonValue[],
  place: Place,
): void {
  const stored = walk.known.counts.get(withoutRows(place.at)) ?? 0;
  if (fault !== undefined && list.length > stored) tellOf(walk, place, fault);
}

type FileShape = Shape & { readonly kind: 'file' | 'files' };

function guardFiles(
  walk: Walk,
  shape: FileShape,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  if (!isArray(value)) {
    tell(walk, place, 'type', 'This must be a list of files: [{ id, name, type, size }].');
    return undefined;
  }
  guardCount(walk, faultOfCount(shape.rules, value.length, 'files'), value, place);
  return value.flatMap(
    (file, i) => guardFile(walk, shape, file, { ...place, at: `${place.at}[${i}]` }) ?? [],
  );
}

function guardFile(
  walk: Walk,
  { field: question, rules }: FileShape,
  value: JsonValue,
  place: Place,
): JsonObject | undefined {
  const id = isObject(value) ? member(value, 'id') : undefined;
  const known = typeof id === 'string' ? id.toLowerCase() : '';
  if (!isObject(value) || !UUID.test(known) || !isReference(value)) {
    tell(walk, place, 'type', 'This must be a file that was uploaded: { id, name, type, size }.');
    return undefined;
  }
  const reference = { ...value, id: known };
  const isStored = knownAt(walk, place)(reference);
  const fault = isStored ? undefined : faultOfFile(rules, value);
  if (fault) tellOf(walk, place, fault);
  walk.files.push({ ...place, question, id: known, rules: isStored ? {} : rules });
  return reference;
}

const REFERENCE = ['id', 'name', 'size', 'type'];

function isReference(value: JsonObject): value is JsonObject & FileFacts {
  const { name, type, size } = value;
  return (
    Object.keys(value).toSorted().join() === REFERENCE.join() &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(size)
  );
}

function knownIn(stored: JsonObject, calculated: JsonObject): Known {
  const known = { values: new Map<string, Set<string>>(), counts: new Map<string, number>() };
  learn(known, calculated, '');
  learn(known, stored, '');
  return known;
}

interface Learning extends Known {
  readonly values: Map<string, Set<string>>;
  readonly counts: Map<string, number>;
}

function learn(known: Learning, value: JsonValue, at: string): void {
  // Rows are never compared as a whole, and nested rows would be serialised once for each level.
  if (!isDeep(value)) {
    const values = known.values.get(at) ?? new Set();
    known.values.set(at, values.add(JSON.stringify(value)));
  }
  if (isArray(value)) {
    known.counts.set(at, Math.max(known.counts.get(at) ?? 0, value.length));
    for (const each of value) learn(known, each, at);
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      learn(known, each, at === '' ? name : `${at}.${name}`);
    }
  }
}

/** Returns whether a value contains a list or an object. */
const isDeep = (value: JsonValue): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => typeof each === 'object' && each !== null);

/** Returns a function that tells whether a value is already stored at this position. */
function knownAt({ known }: Walk, { at }: Place): (value: JsonValue) => boolean {
  const values = known.values.size === 0 ? undefined : known.values.get(withoutRows(at));
  return (value) => values?.has(JSON.stringify(value)) === true;
}

const withoutRows = (at: string): string => at.replaceAll(/\[\d+\]/g, '');

const tell = (walk: Walk, place: Place, kind: string, text: string): void =>
  tellOf(walk, place, { kind, text });

function tellOf(walk: Walk, { at, field }: Place, fault: Omit<AnswerFault, 'at' | 'field'>): void {
  if (walk.faults.length < MAX_FAULTS) {
    walk.faults.push({ at: shown(at), field: shown(field), ...fault });
  }
}

const shown = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 199).toWellFormed()}…` : text;

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
