import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type AnswerField, hasGroups } from '#answer-index/index.ts';
import { type OwnCalendar, parsePeriod, type TimeSpan } from '#form-basics/index.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { FACTS, type Fact, MAX_FIELDS, type SummaryQuery } from './summary.shapes.ts';

const Ids = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: MAX_FIELDS });

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

/** By what a summary is divided: by a field, or by what is known of a form itself. */
export type By = { readonly field: AnswerField } | { readonly fact: Fact };

/** Reads by what is divided. @throws AppError `invalid-parameter` at `by`. */
export function readBy(text: string | undefined, known: Fields): By | undefined {
  if (text === undefined || text === '') return undefined;
  const fact = FACTS.find((each) => each === text);
  if (fact !== undefined) return { fact };
  const field = require(known, text, 'by');
  if (hasGroups(field)) return { field };
  throw badParameter(
    'by',
    `this must be a field with choices, a list or people, outside of tables, or one of ${FACTS.join(', ')}.`,
    { reason: 'field-without-choices', value: text },
  );
}

function require(known: Fields, id: string, at: string): AnswerField {
  const field = known.get(id);
  if (field) return field;
  throw badParameter(at, 'the template has no field with this id.', {
    reason: 'unknown-field',
    value: id,
  });
}

/**
 * Reads when the forms were created, and those that they are compared with; undefined: at any time, and with none.
 * @throws AppError `invalid-parameter` at the day
 */
export function readPeriods(
  { from, to, compareFrom, compareTo }: SummaryQuery,
  calendar: OwnCalendar,
): { readonly first: TimeSpan | undefined; readonly second: TimeSpan | undefined } {
  const compared = { from: compareFrom, to: compareTo };
  return {
    first: parsePeriod({ from: 'from', to: 'to' }, { from, to }, calendar),
    second: parsePeriod({ from: 'compareFrom', to: 'compareTo' }, compared, calendar),
  };
}

/** Returns undefined for what is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
