import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { badParameter } from '#http/v2/parameters.ts';
import type { AppError } from '#kernel/errors.ts';
import { isRelative, spanOfDays } from '#kernel/relative-days.ts';
import { isStorable } from '#kernel/text.ts';
import type { AnswerField, AnswerKind } from './answer-fields.ts';
import { textKey, timeOf } from './answer-values.ts';

/** A condition on the answers to one field. All conditions of a list have to hold. */
export interface AnswerFilter {
  readonly field: string;
  readonly test: AnswerTest;
}

export type AnswerTest =
  | { readonly is: 'blank' | 'answered' }
  /** Folded text. */
  | { readonly is: 'contains' | 'starts' | 'equals'; readonly text: string }
  | { readonly is: 'any' | 'all' | 'none'; readonly values: readonly string[] }
  /** A number or time; `below` is not included. */
  | {
      readonly is: 'within';
      readonly from?: number;
      readonly below?: number;
      readonly to?: number;
      readonly above?: number;
    }
  /** A place within these degrees, which are included. */
  | {
      readonly is: 'inside';
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    };

/** The most conditions of one list. */
export const MAX_ANSWER_FILTERS = 20;
const MAX_VALUES = 50;
const DAY_MS = 86_400_000;

const Value = Type.Union([Type.String({ maxLength: 200 }), Type.Number()]);
const Given = Type.Array(
  Type.Object(
    {
      field: Type.String({ maxLength: 200 }),
      op: Type.String({ maxLength: 20 }),
      value: Type.Optional(
        Type.Union([Value, Type.Array(Value, { minItems: 1, maxItems: MAX_VALUES })]),
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_ANSWER_FILTERS },
);
type Given = Static<typeof Given>[number];

/** The operators of each kind. Every field also has `blank` and `answered`. */
const OPERATORS: Readonly<Record<AnswerKind, readonly string[]>> = {
  text: ['contains', 'starts', 'equals'],
  file: ['contains', 'starts', 'equals'],
  place: ['inside'],
  number: ['eq', 'lt', 'le', 'gt', 'ge', 'between', 'within'],
  rows: ['eq', 'lt', 'le', 'gt', 'ge', 'between', 'within'],
  date: ['on', 'before', 'after', 'between', 'last'],
  time: ['on', 'before', 'after', 'between'],
  choice: ['any', 'all', 'none'],
  any: ['contains', 'starts', 'equals', 'eq', 'lt', 'le', 'gt', 'ge', 'between', 'within'],
};
const ALWAYS = ['answered', 'blank'];

/**
 * Reads conditions such as `[{"field":"…","op":"between","value":[1,5]}]` on the answers to fields of a template.
 * @param today the day in the time zone of the account, as YYYY-MM-DD
 * @throws AppError `invalid-parameter` that names the place, such as `where[0].op`
 */
export function parseAnswerFilters(
  text: string | undefined,
  fields: ReadonlyMap<string, AnswerField>,
  today: string,
): readonly AnswerFilter[] {
  if (text === undefined || text === '') return [];
  const given = readJson(text);
  if (!Check(Given, given)) {
    throw badParameter(
      'where',
      `this must be a JSON list of at most ${MAX_ANSWER_FILTERS} conditions, each with field, op and, for most operators, value.`,
    );
  }
  return given.map((one, i) => {
    const at = `where[${i}]`;
    const field = fields.get(one.field);
    if (!field) {
      throw badParameter(`${at}.field`, 'the template has no field with this id.', {
        reason: 'unknown-field',
        value: one.field,
      });
    }
    return { field: field.id, test: toTest(one, field.kind, today, at) };
  });
}

/** Returns undefined for what is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toTest({ op, value }: Given, kind: AnswerKind, today: string, at: string): AnswerTest {
  if (op === 'blank' || op === 'answered') return { is: op };
  const allowed = OPERATORS[kind];
  if (!allowed.includes(op)) {
    const list = [...allowed, ...ALWAYS].join(', ');
    throw badParameter(`${at}.op`, `for this field, it must be one of ${list}.`, {
      reason: 'not-allowed',
      allowed: list,
    });
  }
  const values = listOf(value);
  if (!values.every((each) => isStorable(String(each)))) throw wrong(at, op);
  if (op === 'inside') return toBox(values, at);
  const isList = op === 'any' || op === 'all' || op === 'none';
  const wanted = op === 'between' || op === 'within' ? 2 : 1;
  if (isList ? values.length === 0 : values.length !== wanted) throw wrong(at, op);
  if (isList) return { is: op, values: values.map(String) };
  if (op === 'contains' || op === 'starts' || op === 'equals') {
    return { is: op, text: textKey(String(values[0])) };
  }
  return range(op, kind === 'date' ? days(values, op, today, at) : numbers(values, kind, op, at));
}

/** Reads the edges of a box: the south, the west, the north and the east. */
function toBox(values: readonly (string | number)[], at: string): AnswerTest {
  const [south, west, north, east, ...others] = values.filter((value) => typeof value === 'number');
  if (south === undefined || west === undefined || north === undefined || east === undefined) {
    throw wrong(at, 'inside');
  }
  if (others.length > 0 || values.length > 4 || south > north || west > east)
    throw wrong(at, 'inside');
  return { is: 'inside', south, west, north, east };
}

function listOf(value: Given['value']): readonly (string | number)[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** From the start of the first to before the end of the last. */
interface Span {
  readonly start: number;
  readonly end: number;
  /** The length of the last: a day, or 0 for a number. */
  readonly size: number;
}

function range(op: string, { start, end, size }: Span): AnswerTest {
  const upTo = size > 0 ? { below: end + size } : { to: end };
  switch (op) {
    case 'lt':
    case 'before':
      return { is: 'within', below: start };
    case 'within':
      return { is: 'within', from: start, below: end };
    case 'le':
      return { is: 'within', ...upTo };
    case 'gt':
    case 'after':
      return size > 0 ? { is: 'within', from: end + size } : { is: 'within', above: end };
    case 'ge':
      return { is: 'within', from: start };
    default:
      return { is: 'within', from: start, ...upTo };
  }
}

function days(values: readonly (string | number)[], op: string, today: string, at: string): Span {
  if (op === 'last') {
    const [count] = values;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 36_500) {
      throw wrong(at, op);
    }
    const end = Date.parse(today);
    return { start: end - (count - 1) * DAY_MS, end, size: DAY_MS };
  }
  const [first] = values;
  if (op !== 'between' && isRelative(first)) {
    const span = spanOfDays(first, today);
    return { start: Date.parse(span.first), end: Date.parse(span.last), size: DAY_MS };
  }
  const [start = Number.NaN, end = start] = values.map(dayOf);
  if (Number.isNaN(start) || Number.isNaN(end)) throw wrong(at, op);
  return { start, end, size: DAY_MS };
}

/** Returns the start of a day in milliseconds; NaN for what is not a day, such as 2026-02-30. */
function dayOf(value: string | number): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return Number.NaN;
  const ms = Date.parse(value);
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
  return isDay ? ms : Number.NaN;
}

function numbers(
  values: readonly (string | number)[],
  kind: AnswerKind,
  op: string,
  at: string,
): Span {
  const [start, end = start] = values.map((value) =>
    kind === 'time' ? timeOf(value)?.number : value,
  );
  if (typeof start !== 'number' || typeof end !== 'number') throw wrong(at, op);
  return { start, end, size: 0 };
}

const EXPECTED: ReadonlyMap<string, string> = new Map([
  ['last', 'a number of days from 1 to 36500'],
  ['within', 'a list of two numbers: the lower, which is included, and the upper, which is not'],
  ['between', 'a list of two values of the kind of the field, the lower first'],
  ['inside', 'a list of four numbers: the south, the west, the north and the east, in degrees'],
  ['any', 'a list of values'],
  ['all', 'a list of values'],
  ['none', 'a list of values'],
]);

const wrong = (at: string, op: string): AppError =>
  badParameter(
    `${at}.value`,
    `with ${op}, this must be ${EXPECTED.get(op) ?? 'one value: a number, a time as HH:MM, or a day as YYYY-MM-DD or today, yesterday, this-week, last-week, this-month or last-month, by the kind of the field'}.`,
  );
