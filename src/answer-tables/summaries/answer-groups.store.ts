import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Range } from './bins.ts';
import { type Counting, sumOf } from './counts.store.ts';
import { rangeRows, type Source, textRows, valuesIn } from './selected-values.store.ts';

/** The groups of a second field: by each of its values, and the forms that have none. */
export interface Groups {
  readonly field: string;
  readonly values: readonly string[];
}

type Integer = number | string | null;

/**
 * Returns `from … where …` over the values of a field as `v`, each with the number of its group as `g.at`; null in the
 * group of those without an answer. A form with several choices is in several groups.
 */
function groupedValues(
  db: Reader,
  source: Source,
  field: string,
  { field: by, values }: Groups,
  column: 'text' | 'number',
): RawBuilder<unknown> {
  // The values first, as a table of their own: the rest is then the same for both ways to read them.
  const own = sql`(select v.form_id as form_id, v.${sql.ref(column)} as ${sql.ref(column)}
    ${valuesIn(db, source, field, column)}) as v`;
  return sql`from ${own} left join answer_values as b
      on b.account_id = ${source.accountId} and b.form_id = v.form_id and b.field = ${by} and b.text is not null
    left join ${textRows(db, values, 'g')} on g.text = b.text
    where (b.form_id is null or g.at is not null)`;
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
    join ${rangeRows(db, ranges)} on grouped.number >= ranges.low and grouped.number < ranges.below
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
