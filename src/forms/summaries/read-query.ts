import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { AnswerField } from '#forms/projection/answer-fields.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { startOfDay } from '#kernel/time-zone.ts';
import { MAX_FIELDS, type SummaryQuery } from './summary.shapes.ts';

const Ids = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: MAX_FIELDS });
const DAY_MS = 86_400_000;

type Fields = ReadonlyMap<string, AnswerField>;

/**
 * Reads which fields are counted: those that are named, or the first ones.
 * @throws AppError `invalid-parameter` at `fields`
 */
export function readFields(
  text: string | undefined,
  known: Fields,
): { readonly fields: readonly AnswerField[]; readonly left: number } {
  if (text === undefined || text === '') {
    const all = [...known.values()];
    return { fields: all.slice(0, MAX_FIELDS), left: Math.max(0, all.length - MAX_FIELDS) };
  }
  const ids = text.startsWith('[') ? readJson(text) : text.split(',');
  if (!Check(Ids, ids)) {
    throw badParameter('fields', `this must name 1 to ${MAX_FIELDS} fields by their ids.`);
  }
  return { fields: [...new Set(ids)].map((id) => require(known, id, 'fields')), left: 0 };
}

/** Reads the second field. @throws AppError `invalid-parameter` at `by`. */
export function readBy(text: string | undefined, known: Fields): AnswerField | undefined {
  if (text === undefined || text === '') return undefined;
  const field = require(known, text, 'by');
  if (field.kind === 'choice' && field.table === undefined) return field;
  throw badParameter('by', 'this must be a field with choices, outside of tables.', {
    reason: 'field-without-choices',
    value: text,
  });
}

function require(known: Fields, id: string, at: string): AnswerField {
  const field = known.get(id);
  if (field) return field;
  throw badParameter(at, 'the template has no field with this id.', {
    reason: 'unknown-field',
    value: id,
  });
}

/** When forms were created: from the first moment to before the second, in milliseconds. */
export interface Period {
  readonly from?: number;
  readonly below?: number;
}

/**
 * Reads the period of the forms, and the one it is compared with.
 * @param timeZone in which the days begin
 * @throws AppError `invalid-parameter` at the day
 */
export function readPeriods(
  { from, to, compareFrom, compareTo }: SummaryQuery,
  timeZone: string,
): { readonly first: Period; readonly second: Period | undefined } {
  const first = readPeriod({ from, to }, timeZone);
  if (compareFrom === undefined && compareTo === undefined) return { first, second: undefined };
  return { first, second: readPeriod({ compareFrom, compareTo }, timeZone) };
}

function readPeriod(days: Readonly<Record<string, string | undefined>>, timeZone: string): Period {
  const [[startName = '', start] = [], [endName = '', end] = []] = Object.entries(days);
  const from = start === undefined ? undefined : readDay(start, startName);
  const last = end === undefined ? undefined : readDay(end, endName);
  if (from !== undefined && last !== undefined && from > last) {
    throw badParameter(endName, `this must not be before ${startName}.`, {
      reason: 'ends-before-begin',
    });
  }
  return {
    ...(from !== undefined && { from: startOfDay(dayText(from), timeZone) }),
    ...(last !== undefined && { below: startOfDay(dayText(last + DAY_MS), timeZone) }),
  };
}

function readDay(text: string, at: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // The day after it is read as well, and has four digits for its year.
  if (!Number.isNaN(ms) && dayText(ms) === text && text < '9999-12-31') return ms;
  throw badParameter(at, 'this must be a day as YYYY-MM-DD.', { reason: 'wrong-format' });
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns undefined for what is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
