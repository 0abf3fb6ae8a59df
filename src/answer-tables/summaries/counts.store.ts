import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Range } from './bins.ts';
import type { Scan } from './budget.store.ts';
import {
  bareValuesIn,
  type CountedField,
  rangeRows,
  type Source,
  textRows,
  valuesIn,
} from './selected-values.store.ts';

// Everything here is counted by the storage. Numbers beyond this are not added up, because PostgreSQL refuses sums that
// pass the largest number.
const LARGEST = 1e300;

type Sql = RawBuilder<unknown>;
type Integer = number | string | null;

/** What a query of this file runs on. */
export interface Counting {
  readonly db: Reader;
  readonly scan: Scan;
  /** Default: {@link MOST_DIFFERENT}. */
  readonly mostDifferent?: number | undefined;
}

export interface TextFacts {
  /** The forms, or rows, that have a text. */
  readonly answered: number;
  readonly values: number;
  readonly different: number;
  /** The most frequent ones. */
  readonly top: readonly TextCount[];
}

export interface TextCount {
  readonly text: string;
  readonly count: number;
  /** A form that has it. */
  readonly formId: string;
}

/**
 * Counts the forms, or rows, of the values. The first of several choices of an answer counts the form: reading which
 * one it is costs as much as the rest of the value, so that it is not done for fields that hold one.
 */
const answeredBy = ({ holdsSeveral }: CountedField): Sql =>
  holdsSeveral ? sql`sum(case when v.in_answer = 0 then 1 else 0 end)` : sql`count(*)`;

/** Counts the texts of a field. @param most how many of the most frequent ones are returned */
export async function countTexts(
  { db, scan }: Counting,
  source: Source,
  field: CountedField,
  most: number,
): Promise<TextFacts> {
  // Among all forms, one that has a text is found by the index; among some, it is noted while they are read.
  const [noted, found] = source.forms
    ? [sql`max(v.form_id)`, sql`form_id`]
    : [
        sql`null`,
        sql`(select max(v.form_id) ${valuesIn(db, source, field.id, 'text')} and v.text = top.text)`,
      ];
  const rows = await scan<{
    text: string | null;
    form_id: string | null;
    n: Integer;
    answered: Integer;
    different: Integer;
  }>(sql`
    with grouped as (
      select v.text as text, ${noted} as form_id, count(*) as n, ${answeredBy(field)} as answered
      ${source.forms ? valuesIn(db, source, field.id, 'text') : bareValuesIn(db, source, field, 'text')} group by v.text)
    select null as text, null as form_id, sum(n) as n, sum(answered) as answered, count(*) as different from grouped
    union all
    select text, ${found} as form_id, n, 0 as answered, 0 as different
    from (select text, form_id, n from grouped order by n desc, text limit ${most}) as top`);
  const all = rows.find(({ text }) => text === null);
  return {
    answered: Number(all?.answered ?? 0),
    values: Number(all?.n ?? 0),
    different: Number(all?.different ?? 0),
    top: rows
      .flatMap(({ text, form_id: formId, n }) =>
        text === null || formId === null ? [] : [{ text, formId, count: Number(n) }],
      )
      .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1)),
  };
}

/** Returns how often each of the texts is the value of a field. */
export async function countListed(
  { db, scan }: Counting,
  source: Source,
  field: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  if (texts.length === 0) return [];
  const rows = await scan<{ at: number; n: Integer }>(sql`
    select listed.at as at, count(*) as n
    ${valuesIn(db, source, field, 'text', textRows(db, texts, 'listed'))} and v.text = listed.text
    group by listed.at`);
  return inPlaces(rows, texts.length);
}

/** Where a choice stands in rankings. */
interface Places {
  /** The mean of its places, from 1. */
  readonly place: number;
  /** How often it is the first. */
  readonly firsts: number;
}

/** Returns where each of the texts stands in the rankings of a field; undefined for one that nobody ranked. */
export async function countPlaces(
  { db, scan }: Counting,
  source: Source,
  field: string,
  texts: readonly string[],
): Promise<readonly (Places | undefined)[]> {
  if (texts.length === 0) return [];
  const rows = await scan<{ at: number; place: number | string; firsts: Integer }>(sql`
    select listed.at as at, avg(v.in_answer + 1.0) as place,
      sum(case when v.in_answer = 0 then 1 else 0 end) as firsts
    ${valuesIn(db, source, field, 'text', textRows(db, texts, 'listed'))} and v.text = listed.text
    group by listed.at`);
  const found = new Map(
    rows.map(({ at, place, firsts }) => [
      Number(at),
      { place: Number(place), firsts: Number(firsts) },
    ]),
  );
  return texts.map((_, at) => found.get(at));
}

/** A number that is an answer, and how often it is one. */
export interface NumberCount {
  readonly number: number;
  readonly count: number;
}

export interface NumberFacts {
  /** The forms, or rows, that have a number. */
  readonly answered: number;
  readonly count: number;
  /** Undefined without numbers. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Undefined without numbers, or when one is too large to be added. */
  readonly sum: number | undefined;
  readonly isWhole: boolean;
  /** All of them, in order; undefined when there are more than {@link MOST_DIFFERENT} different ones. */
  readonly each: readonly NumberCount[] | undefined;
}

/** With so few different numbers, one query finds them all, and everything about them is computed from that. */
const MOST_DIFFERENT = 5000;

/** Counts and adds up the numbers of a field. */
export async function countNumbers(
  counting: Counting,
  source: Source,
  field: CountedField,
): Promise<NumberFacts> {
  const { db, scan, mostDifferent = MOST_DIFFERENT } = counting;
  const rows = await scan<{ number: number; n: Integer; answered: Integer }>(sql`
    select v.number as number, count(*) as n, ${answeredBy(field)} as answered
    ${bareValuesIn(db, source, field, 'number')} group by v.number limit ${mostDifferent + 1}`);
  if (rows.length > mostDifferent) return countManyNumbers(counting, source, field);
  const each = rows
    .map(({ number, n }) => ({ number, count: Number(n) }))
    .toSorted((a, b) => a.number - b.number);
  const isHuge = each.some(({ number }) => Math.abs(number) > LARGEST);
  return {
    answered: rows.reduce((sum, { answered }) => sum + Number(answered), 0),
    count: each.reduce((sum, { count }) => sum + count, 0),
    min: each[0]?.number,
    max: each.at(-1)?.number,
    sum:
      isHuge || each.length === 0
        ? undefined
        : each.reduce((sum, { number, count }) => sum + number * count, 0),
    isWhole: each.every(({ number }) => Number.isInteger(number)),
    each,
  };
}

async function countManyNumbers(
  { db, scan }: Counting,
  source: Source,
  field: CountedField,
): Promise<NumberFacts> {
  const [row] = await scan<{
    n: Integer;
    answered: Integer;
    min: number | null;
    max: number | null;
    sum: number | null;
    fractions: Integer;
    huge: Integer;
  }>(sql`
    select count(*) as n, ${answeredBy(field)} as answered,
      min(v.number) as min, max(v.number) as max, ${sumOf(sql.ref('v.number'))} as sum,
      sum(case when v.number = round(v.number) then 0 else 1 end) as fractions,
      sum(case when abs(v.number) > ${LARGEST} then 1 else 0 end) as huge
    ${bareValuesIn(db, source, field, 'number')}`);
  return {
    answered: Number(row?.answered ?? 0),
    count: Number(row?.n ?? 0),
    min: row?.min ?? undefined,
    max: row?.max ?? undefined,
    sum: Number(row?.huge ?? 0) > 0 ? undefined : (row?.sum ?? undefined),
    isWhole: Number(row?.fractions ?? 0) === 0,
    each: undefined,
  };
}

export const sumOf = (number: Sql): Sql =>
  sql`sum(case when abs(${number}) <= ${LARGEST} then ${number} end)`;

/** Returns the three quartiles of the numbers of a field, interpolated; undefined when there are no numbers. */
export async function findQuartiles(
  { db, scan }: Counting,
  source: Source,
  field: CountedField,
  { count, each }: NumberFacts,
): Promise<readonly [number, number, number] | undefined> {
  if (count === 0) return undefined;
  const places = [0.25, 0.5, 0.75].map((part) => part * (count - 1));
  if (each !== undefined) {
    const [lower = 0, median = 0, upper = 0] = places.map((place) => {
      const low = numberAt(each, Math.floor(place));
      return between(low, numberAt(each, Math.ceil(place)), place);
    });
    return [lower, median, upper];
  }
  const selects = places.map(
    (place, at) => sql`select * from (select ${sql.lit(at)} as at, v.number as number
      ${bareValuesIn(db, source, field, 'number')} order by v.number limit 2 offset ${Math.floor(place)}) as quartile`,
  );
  const rows = await scan<{ at: number; number: number }>(
    sql`${sql.join(selects, sql` union all `)}`,
  );
  const found = places.map((place, at) => {
    const [low = 0, high = low] = rows
      .flatMap((row) => (Number(row.at) === at ? [row.number] : []))
      .toSorted((a, b) => a - b);
    return between(low, high, place);
  });
  const [lower = 0, median = 0, upper = 0] = found;
  return [lower, median, upper];
}

/** Returns what lies between two neighbours at a place such as 2.25. */
function between(low: number, high: number, place: number): number {
  const part = place - Math.floor(place);
  return part === 0 ? low : low * (1 - part) + high * part;
}

/** Returns the number at a place among all of them, from 0. */
function numberAt(each: readonly NumberCount[], place: number): number {
  let left = place;
  for (const { number, count } of each) {
    if (left < count) return number;
    left -= count;
  }
  return each.at(-1)?.number ?? 0;
}

/** Returns how many numbers of a field lie in each range. */
export async function countRanges(
  { db, scan }: Counting,
  source: Source,
  field: CountedField,
  ranges: readonly Range[],
  each?: readonly NumberCount[],
): Promise<readonly number[]> {
  if (ranges.length === 0) return [];
  if (each !== undefined) {
    return ranges.map(({ from, below }) =>
      each.reduce(
        (sum, { number, count }) => (number >= from && number < below ? sum + count : sum),
        0,
      ),
    );
  }
  const rows = await scan<{ at: number; n: Integer }>(sql`
    select ranges.at as at, count(*) as n
    ${bareValuesIn(db, source, field, 'number', rangeRows(db, ranges, 'ranges'))}
      and v.number >= ranges.low and v.number < ranges.below
    group by ranges.at`);
  return inPlaces(rows, ranges.length);
}

/** Returns the number of rows that the tables of a field have together. */
export async function countRows(
  { db, scan }: Counting,
  source: Source,
  table: string,
): Promise<number> {
  const [row] = await scan<{ n: Integer }>(
    sql`select sum(v.number) as n ${valuesIn(db, source, table, 'number')}`,
  );
  return Number(row?.n ?? 0);
}

/** Puts counts into the places that they are of. */
function inPlaces(
  rows: readonly { readonly at: number | string; readonly n: Integer }[],
  length: number,
): readonly number[] {
  const counts = new Map(rows.map(({ at, n }) => [Number(at), Number(n)]));
  return Array.from({ length }, (_, at) => counts.get(at) ?? 0);
}
