import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import {
  type FileFacts,
  faultOfCount,
  faultOfFile,
  faultOfList,
  faultOfValue,
  MAX_CELLS,
  TOO_MANY_CELLS,
  type ValueFault,
} from './answer-faults.ts';
import type { Members, PlainKind, RowsShape, Shape } from './answer-shapes.ts';
import { inOrder } from './fixed-rows.ts';
import { type Known, knownIn, NOTHING_KNOWN } from './known-answers.ts';
import { holdOffice } from './office-answers.ts';
import { MAX_ROWS, type Rules } from './question-rules.ts';
import { ROW_NAME } from './row-names.ts';
import { faultOfShapes, SKETCH_MEMBERS } from './sketch-shapes.ts';
import { type Reading, readCode, readPlace } from './structured-answers.ts';

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
  /** The author's own message for the rule: one text, or one per language. */
  readonly message?: JsonValue;
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
  /** The paths of the answers that have these faults: `where` for a fault at `where.lat`. */
  readonly faulty: ReadonlySet<string>;
}

/** The most faults that are reported at once. */
export const MAX_FAULTS = 100;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Traversal {
  readonly files: FileReference[];
  readonly faults: AnswerFault[];
  readonly faulty: Set<string>;
  readonly known: Known;
  /** True: a computed value that differs from the stored one is a fault. False: it is ignored. */
  readonly reportsComputed: boolean;
  /** The number of cells in the rows seen so far. */
  cells: number;
}

interface Position {
  readonly at: string;
  readonly field: string;
}

/**
 * Returns the answers that have the shape of their question, and all faults that can be found in an answer alone. A
 * value that has no shape of an answer is left out, so that the engine never sees it.
 * @param calculated the calculated values: a different one is a fault. Without them, computed values are ignored.
 * @param stored the answers of the form: a value that is stored already was accepted under older rules and may stay
 * @param before the answers of the form, whose fields for office use stay as they are
 */
export function guardAnswers(
  members: Members,
  answers: JsonObject,
  stored?: JsonObject,
  calculated?: JsonObject,
  before: JsonObject = stored ?? {},
): GuardedAnswers {
  const reportsComputed = calculated !== undefined;
  const office = holdOffice(members, answers, before);
  const guard = (traversal: Traversal): GuardedAnswers => {
    const guarded = guardMembers(traversal, members, office.answers);
    for (const field of office.changed) {
      report(traversal, { at: field, field }, 'office', 'Only a reviewer or a rule fills this in.');
    }
    return { ...traversal, answers: { ...guarded, ...office.held } };
  };
  const first = guard(traversalOf(NOTHING_KNOWN, reportsComputed));
  if (first.faults.length === 0 || stored === undefined) return first;
  return guard(traversalOf(knownIn(stored, calculated ?? {}), reportsComputed));
}

const traversalOf = (known: Known, reportsComputed: boolean): Traversal => ({
  files: [],
  faults: [],
  faulty: new Set(),
  known,
  reportsComputed,
  cells: 0,
});

function guardMembers(
  traversal: Traversal,
  members: Members,
  given: JsonObject,
  above?: Position,
): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(given)) {
    const at = above && above.at !== '' ? `${above.at}.${name}` : name;
    const position = { at, field: above?.field ?? name };
    const shape = members.get(name);
    if (!shape) report(traversal, position, 'unknown', 'There is no such question.');
    else if (shape.kind === 'computed') guardComputed(traversal, shape.isTotal, value, position);
    else if (value !== null) {
      const good = guardValue(traversal, shape, value, position);
      if (good !== undefined) kept.push([name, good]);
    }
  }
  // fromEntries makes every name an own member, even `__proto__`.
  return Object.fromEntries(kept);
}

/** Reports a changed computed value. Nulls, unchanged values and the totals of a table are ignored. */
function guardComputed(
  traversal: Traversal,
  isTotal: boolean,
  value: JsonValue,
  position: Position,
): void {
  const isSame = value === null || knownAt(traversal, position)(value);
  if (isSame || isTotal || !traversal.reportsComputed) return;
  report(traversal, position, 'computed', 'This is calculated and can’t be written. Leave it out.');
}

function guardValue(
  traversal: Traversal,
  shape: Shape,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  switch (shape.kind) {
    case 'rows':
      return guardRows(traversal, shape, value, position);
    case 'file':
      return guardFile(traversal, shape, value, position);
    case 'files':
      return guardFiles(traversal, shape, value, position);
    case 'place':
      return guardStructured(traversal, readPlace(value), value, position);
    case 'barcode':
      return guardStructured(traversal, readCode(value), value, position);
    case 'sketch':
      return guardSketch(traversal, shape, value, position);
    case 'computed':
      return undefined;
    default: {
      const fault = faultOfPlain(
        traversal,
        { kind: shape.kind, rules: shape.rules },
        value,
        position,
      );
      if (fault === undefined) return value;
      reportFault(traversal, position, fault);
      return fault.kind === 'type' ? undefined : value;
    }
  }
}

/** Each choice that is stored already may stay. It counts like the others, and may be there only once. */
function faultOfPlain(
  traversal: Traversal,
  { kind, rules }: { readonly kind: PlainKind; readonly rules: Rules },
  value: JsonValue,
  position: Position,
): ValueFault | undefined {
  const isKnown = knownAt(traversal, position);
  if (isKnown(value)) return undefined;
  if (!isArray(value)) return faultOfValue(kind, rules, value);
  const news = value.filter((each) => !isKnown(each));
  const isShort = value.length <= storedCount(traversal, position);
  const { most = MAX_ROWS } = rules;
  return faultOfValue(kind, rules, news) ?? faultOfList(isShort ? {} : { most }, value);
}

function guardStructured(
  traversal: Traversal,
  reading: Reading,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  if (!('fault' in reading)) return reading.value;
  if (knownAt(traversal, position)(value)) return value;
  reportFault(traversal, position, reading.fault);
  return undefined;
}

function guardRows(
  traversal: Traversal,
  { members, rules, fixed }: RowsShape,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  if (!isArray(value) || value.length > MAX_ROWS) {
    report(traversal, position, 'type', wantedRows(fixed));
    return undefined;
  }
  guardCount(traversal, faultOfCount(rules, value.length, 'rows'), value, position);
  // Nested rows multiply, and empty rows are cheap to send, so the cells are counted. Fixed rows are added where they lack.
  traversal.cells += Math.max(value.length, fixed?.length ?? 0) * members.size;
  if (traversal.cells > MAX_CELLS) {
    reportFault(traversal, position, TOO_MANY_CELLS);
    return undefined;
  }
  const rows = value.map((row, i) => {
    const at = { ...position, at: `${position.at}[${i}]` };
    // A row that was added and not filled in yet.
    if (row === null) return {};
    if (isObject(row)) return guardMembers(traversal, members, row, at);
    report(traversal, at, 'type', 'A row must be an object.');
    return {};
  });
  if (fixed === undefined) return rows;
  const ordered = inOrder(fixed, rows);
  if (ordered.fault !== undefined) reportFault(traversal, position, ordered.fault);
  return ordered.rows;
}

function wantedRows(fixed: RowsShape['fixed']): string {
  if (fixed === undefined) return `This must be a list of at most ${MAX_ROWS} rows.`;
  const [first = ''] = fixed;
  return `This must be a list of rows, each with its value in "${ROW_NAME}": [{ "${ROW_NAME}": ${JSON.stringify(first)}, … }].`;
}

/** Reports a list that is too long, unless it is no longer than the stored one: entries may be removed step by step. */
function guardCount(
  traversal: Traversal,
  fault: ValueFault | undefined,
  list: readonly JsonValue[],
  position: Position,
): void {
  if (fault !== undefined && list.length > storedCount(traversal, position)) {
    reportFault(traversal, position, fault);
  }
}

const storedCount = ({ known }: Traversal, { at }: Position): number =>
  known.counts.get(withoutRows(at)) ?? 0;

type FileShape = Shape & { readonly kind: 'file' | 'files' | 'sketch' };

function guardFiles(
  traversal: Traversal,
  shape: FileShape,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  if (!isArray(value)) {
    report(
      traversal,
      position,
      'type',
      'This must be a list of files: [{ id, name, type, size }].',
    );
    return undefined;
  }
  guardCount(traversal, faultOfCount(shape.rules, value.length, 'files'), value, position);
  return value.flatMap(
    (file, i) =>
      guardFile(traversal, shape, file, { ...position, at: `${position.at}[${i}]` }) ?? [],
  );
}

/** Checks both files of a drawing on a photo, and its shapes. */
function guardSketch(
  traversal: Traversal,
  shape: FileShape,
  value: JsonValue,
  position: Position,
): JsonValue | undefined {
  const names = isObject(value) ? Object.keys(value).toSorted().join() : '';
  if (!isObject(value) || names !== SKETCH_MEMBERS.join()) {
    const text = 'This must be a drawing on a photo: { photo, picture, shapes }.';
    reportFault(traversal, position, { kind: 'type', rule: 'sketch', text });
    return undefined;
  }
  const before = traversal.faults.length;
  const { photo = null, picture = null, shapes = null } = value;
  const fileAt = (name: string) => ({ ...position, at: `${position.at}.${name}` });
  const taken = guardFile(traversal, shape, photo, fileAt('photo'));
  const drawn = guardFile(traversal, shape, picture, fileAt('picture'));
  const fault = faultOfShapes(shapes);
  if (fault !== undefined) reportFault(traversal, position, fault);
  // A fault of a part is one of the answer: the engine need not miss it too.
  if (traversal.faults.length > before) traversal.faulty.add(shown(position.at));
  const isWhole = taken !== undefined && drawn !== undefined && fault === undefined;
  return isWhole ? { photo: taken, picture: drawn, shapes } : undefined;
}

function guardFile(
  traversal: Traversal,
  { field: question, rules }: FileShape,
  value: JsonValue,
  position: Position,
): JsonObject | undefined {
  const id = isObject(value) ? member(value, 'id') : undefined;
  const known = typeof id === 'string' ? id.toLowerCase() : '';
  if (!isObject(value) || !UUID.test(known) || !isReference(value)) {
    report(
      traversal,
      position,
      'type',
      'This must be a file that was uploaded: { id, name, type, size }.',
    );
    return undefined;
  }
  const reference = { ...value, id: known };
  const isStored = knownAt(traversal, position)(reference);
  const fault = isStored ? undefined : faultOfFile(rules, value);
  if (fault) reportFault(traversal, position, fault);
  traversal.files.push({ ...position, question, id: known, rules: isStored ? {} : rules });
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

/** Returns a function that tells whether a value is already stored at this position. */
function knownAt({ known }: Traversal, { at }: Position): (value: JsonValue) => boolean {
  const values = known.values.size === 0 ? undefined : known.values.get(withoutRows(at));
  return (value) => values?.has(JSON.stringify(value)) === true;
}

const withoutRows = (at: string): string => at.replaceAll(/\[\d+\]/g, '');

const report = (traversal: Traversal, position: Position, kind: string, text: string): void =>
  reportFault(traversal, position, { kind, text });

function reportFault(
  traversal: Traversal,
  { at, field }: Position,
  { within = '', ...fault }: Omit<AnswerFault, 'at' | 'field'> & { readonly within?: string },
): void {
  if (traversal.faults.length >= MAX_FAULTS) return;
  traversal.faulty.add(shown(at));
  traversal.faults.push({ at: shown(at + within), field: shown(field), ...fault });
}

const shown = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 199).toWellFormed()}…` : text;

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
