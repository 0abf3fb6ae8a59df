import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { Members, Shape } from './answer-shapes.ts';

/** What is wrong with an answer. */
export interface AnswerFault {
  /** As a person would write it: `items[0].qty`. */
  readonly at: string;
  /** The question of the form itself that it is in. */
  readonly field: string;
  readonly kind: string;
  readonly text: string;
}

/** A file that answers name. */
export interface FileReference {
  readonly at: string;
  readonly field: string;
  /** The question that holds it, which may stand inside of a repeated panel. */
  readonly question: string;
  readonly id: string;
}

export interface GuardedAnswers {
  /** Without nulls, without what the engine computes. */
  readonly answers: JsonObject;
  readonly files: readonly FileReference[];
  /** At most {@link MAX_FAULTS}. */
  readonly faults: readonly AnswerFault[];
}

/** The most faults that are told at once. */
export const MAX_FAULTS = 100;
/** The most rows of a table or of a repeated panel. */
export const MAX_ROWS = 1000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

interface Walk {
  readonly files: FileReference[];
  readonly faults: AnswerFault[];
}

interface Place {
  readonly at: string;
  readonly field: string;
}

/** The answers in the shapes that their questions can hold; whatever is odd is told, and left out. */
export function guardAnswers(members: Members, answers: JsonObject): GuardedAnswers {
  const walk: Walk = { files: [], faults: [] };
  return { answers: guardMembers(walk, members, answers), ...walk };
}

function guardMembers(walk: Walk, members: Members, given: JsonObject, above?: Place): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(given)) {
    const at = above ? `${above.at}.${name}` : name;
    const place = { at, field: above?.field ?? name };
    const shape = members.get(name);
    if (!shape) tell(walk, place, 'unknown', 'There is no such question.');
    else if (value !== null && shape.kind !== 'computed') {
      const good = guardValue(walk, shape, value, place);
      if (good !== undefined) kept.push([name, good]);
    }
  }
  // As own members, whatever they are called.
  return Object.fromEntries(kept);
}

function guardValue(
  walk: Walk,
  shape: Shape,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  switch (shape.kind) {
    case 'rows':
      return guardRows(walk, shape.members, value, place);
    case 'file':
      return guardFile(walk, shape.field, value, place);
    case 'files':
      return guardFiles(walk, shape.field, value, place);
    case 'computed':
      return undefined;
    default: {
      const [fits, wanted] = PLAIN[shape.kind];
      if (fits(value)) return value;
      tell(walk, place, 'type', `This must be ${wanted}.`);
      return undefined;
    }
  }
}

const isScalar = (value: JsonValue): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
const isNumber = (value: JsonValue): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: JsonValue): boolean => typeof value === 'string';

const PLAIN: Readonly<
  Record<
    'number' | 'date' | 'text' | 'boolean' | 'scalar' | 'rating' | 'scalars',
    readonly [(value: JsonValue) => boolean, string]
  >
> = {
  number: [isNumber, 'a number'],
  date: [isDay, 'a day as YYYY-MM-DD'],
  text: [isText, 'text'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  scalar: [isScalar, 'text, a number, true or false'],
  rating: [(value) => isNumber(value) || isText(value), 'a number or text'],
  scalars: [
    (value) => isArray(value) && value.length <= MAX_ROWS && value.every(isScalar),
    `a list of at most ${MAX_ROWS} texts, numbers, true or false`,
  ],
};

/** A day that there is: no 30 February. */
function isDay(value: JsonValue): boolean {
  const [, year, month, day] = (typeof value === 'string' && DAY.exec(value)) || [];
  if (year === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  at.setUTCFullYear(Number(year));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

function guardRows(
  walk: Walk,
  members: Members,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  if (!isArray(value) || value.length > MAX_ROWS) {
    tell(walk, place, 'type', `This must be a list of at most ${MAX_ROWS} rows.`);
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

function guardFiles(
  walk: Walk,
  question: string,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  if (!isArray(value)) {
    tell(walk, place, 'type', 'This must be a list of files: [{ id, name, type, size }].');
    return undefined;
  }
  return value.flatMap(
    (file, i) => guardFile(walk, question, file, { ...place, at: `${place.at}[${i}]` }) ?? [],
  );
}

function guardFile(
  walk: Walk,
  question: string,
  value: JsonValue,
  place: Place,
): JsonObject | undefined {
  const id = isObject(value) ? member(value, 'id') : undefined;
  const known = typeof id === 'string' ? id.toLowerCase() : '';
  if (!isObject(value) || !UUID.test(known) || !isReference(value)) {
    tell(walk, place, 'type', 'This must be a file that was uploaded: { id, name, type, size }.');
    return undefined;
  }
  walk.files.push({ ...place, question, id: known });
  return { ...value, id: known };
}

const REFERENCE = ['id', 'name', 'size', 'type'];

function isReference(value: JsonObject): boolean {
  const { name, type, size } = value;
  return (
    Object.keys(value).toSorted().join() === REFERENCE.join() &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(size)
  );
}

function tell(walk: Walk, { at, field }: Place, kind: string, text: string): void {
  if (walk.faults.length < MAX_FAULTS)
    walk.faults.push({ at: shown(at), field: shown(field), kind, text });
}

const shown = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 199).toWellFormed()}…` : text;

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
