import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Range } from './bins.ts';
import { type Counting, sumOf } from './counts.store.ts';
import { rangeRows, type Source, textRows, valuesIn } from './selected-values.store.ts';

/**
 * By what counts are divided: by the values of a second field, with the forms that have none as the last group; or by who
 * created a form, whom it is assigned to, or when it was created, with all others as the last group.
 */
export type Groups =
  | { readonly field: string; readonly values: readonly string[] }
  | { readonly person: PersonColumn; readonly values: readonly string[] }
  | { readonly created: readonly Range[]; readonly values: readonly string[] };

export type PersonColumn = 'created_by' | 'assignee_id';

type Integer = number | string | null;

/**
 * Returns `from … where …` over the values of a field as `v`, each with the number of its group as `g.at`; null in the
 * last group. A form with several choices is in several groups.
 */
function groupedValues(
  db: Reader,
  source: Source,
  field: string,
  groups: Groups,
  column: 'text' | 'number',
): RawBuilder<unknown> {
  // The values first, as a table of their own: the rest is then the same for both ways to read them.
  const own = sql`(select v.form_id as form_id, v.${sql.ref(column)} as ${sql.ref(column)}
    ${valuesIn(db, source, field, column)}) as v`;
  if ('field' in groups) {
    return sql`from ${own} left join answer_values as b
        on b.account_id = ${source.accountId} and b.form_id = v.form_id and b.field = ${groups.field}
          and b.text is not null
      left join ${textRows(db, groups.values, 'g')} on g.text = b.text
      where (b.form_id is null or g.at is not null)`;
  }
  return sql`from ${own} join forms as f on f.account_id = ${source.accountId} and f.id = v.form_id
    left join ${groupRows(db, groups)} where true`;
}

/** Returns the groups of forms as a table `g`, joined to the forms `f`. */
const groupRows = (
  db: Reader,
  groups: Exclude<Groups, { readonly field: string }>,
): RawBuilder<unknown> =>
  'person' in groups
    ? sql`${textRows(db, groups.values, 'g')} on g.text = ${sql.ref(`f.${groups.person}`)}`
    : sql`${rangeRows(db, groups.created, 'g')} on f.created_at >= g.low and f.created_at < g.below`;

/** The most frequent groups of forms, and how many there are. */
export interface GroupCounts {
  readonly top: readonly { readonly value: string; readonly count: number }[];
  readonly different: number;
}

/** Counts the forms of each person. @param most how many of the most frequent ones are returned */
export async function countPeople(
  { scan }: Counting,
  { ids, accountId }: Source,
  person: PersonColumn,
  most: number,
): Promise<GroupCounts> {
  const rows = await scan<{ value: string | null; n: Integer }>(sql`
    with grouped as (
      select ${sql.ref(`f.${person}`)} as value, count(*) as n from forms as f
      where f.account_id = ${accountId} and f.id in (${ids}) group by ${sql.ref(`f.${person}`)})
    select null as value, count(*) as n from grouped
    union all select value, n from (select value, n from grouped order by n desc, value limit ${most}) as top`);
  return {
    different: Number(rows.find(({ value }) => value === null)?.n ?? 0),
    top: rows
      .flatMap(({ value, n }) => (value === null ? [] : [{ value, count: Number(n) }]))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  };
}

/** Returns when the first and the last of the forms were created; undefined without forms. */
export async function createdSpan(
  { scan }: Counting,
  { ids, accountId }: Source,
): Promise<readonly [number, number] | undefined> {
  const [row] = await scan<{ first: Integer; last: Integer }>(sql`
    select min(f.created_at) as first, max(f.created_at) as last from forms as f
    where f.account_id = ${accountId} and f.id in (${ids})`);
  return row?.first == null ? undefined : [Number(row.first), Number(row.last)];
}

/** Time zones differ from UTC by whole hours, or by quarters of one. */
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

/**
 * Returns how many of the forms were created in each range, the last one first. The storage counts hours, and not ranges:
 * comparing each form with each range takes six times as long.
 */
export async function countCreated(
  { scan }: Counting,
  { ids, accountId }: Source,
  ranges: readonly Range[],
): Promise<readonly number[]> {
  const first = ranges.at(-1)?.from;
  if (first === undefined) return [];
  const unit = ranges.every(({ from }) => from % HOUR_MS === 0) ? HOUR_MS : QUARTER_MS;
  const rows = await scan<{ at: Integer; n: Integer }>(sql`
    select f.created_at / ${sql.lit(unit)} as at, count(*) as n from forms as f
    where f.account_id = ${accountId} and f.created_at >= ${first} and f.id in (${ids}) group by 1`);
  const counts = ranges.map(() => 0);
  for (const { at, n } of rows) {
    const moment = Number(at) * unit;
    const range = ranges.findIndex(({ from }) => moment >= from);
    counts[range] = (counts[range] ?? 0) + Number(n);
  }
  return counts;
}

/** Returns how often each of the texts is the value of a field, for each group; the last group is that without answer. */
export async function crossListed(
  { db, scan }: Counting,
  source: Source,
  field: string,
  texts: readonly string[],
  groups: Groups,
): Promise<readonly (readonly number[])[]> {
  const rows = await scan<{ text: string; grp: Integer; n: Integer }>(sql`
    select v.text as text, g.at as grp, count(*) as n
    ${groupedValues(db, source, field, groups, 'text')}
      and v.text in (select listed.text from ${textRows(db, texts, 'listed')})
    group by v.text, g.at`);
  const at = new Map(texts.map((text, i) => [text, i]));
  return inTable(
    rows.map(({ text, ...row }) => ({ ...row, at: at.get(text) ?? -1 })),
    texts.length,
    groups,
  );
}

/** Returns how many numbers of a field lie in each range, for each group. */
export async function crossRanges(
  { db, scan }: Counting,
  source: Source,
  field: string,
  ranges: readonly Range[],
  groups: Groups,
): Promise<readonly (readonly number[])[]> {
  const rows = await scan<{ at: number; grp: Integer; n: Integer }>(sql`
    select ranges.at as at, grouped.grp as grp, count(*) as n
    from (select v.number as number, g.at as grp
      ${groupedValues(db, source, field, groups, 'number')}) as grouped
    join ${rangeRows(db, ranges, 'ranges')} on grouped.number >= ranges.low and grouped.number < ranges.below
    group by ranges.at, grouped.grp`);
  return inTable(rows, ranges.length, groups);
}

/** Counts and adds up the numbers of a field in each group. */
export async function crossNumbers(
  { db, scan }: Counting,
  source: Source,
  field: string,
  groups: Groups,
): Promise<readonly GroupNumbers[]> {
  const rows = await scan<{
    grp: Integer;
    n: Integer;
    min: number;
    max: number;
    sum: number | null;
  }>(sql`
    select g.at as grp, count(*) as n, min(v.number) as min, max(v.number) as max, ${sumOf(sql.ref('v.number'))} as sum
    ${groupedValues(db, source, field, groups, 'number')} group by g.at`);
  const found = new Map(rows.map((row) => [placeOf(row.grp, groups), row]));
  return [...groups.values, undefined].map((_, i) => {
    const row = found.get(i);
    if (!row) return { count: 0 };
    const { min, max, sum } = row;
    return { count: Number(row.n), min, max, ...(sum !== null && { sum }) };
  });
}

export interface GroupNumbers {
  readonly count: number;
  readonly min?: number;
  readonly max?: number;
  readonly sum?: number;
}

/** Returns the number of forms without an answer to the field of the groups. */
function inTable(
  rows: readonly { readonly at: number | string; readonly grp: Integer; readonly n: Integer }[],
  length: number,
  groups: Groups,
): readonly (readonly number[])[] {
  const table = Array.from({ length }, () =>
    Array.from({ length: groups.values.length + 1 }, () => 0),
  );
  for (const { at, grp, n } of rows) {
    const row = table[Number(at)];
    if (row) row[placeOf(grp, groups)] = Number(n);
  }
  return table;
}

/** The group of those without an answer is the last one. */
const placeOf = (grp: Integer, { values }: Groups): number =>
  grp === null ? values.length : Number(grp);
