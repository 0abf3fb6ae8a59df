import { type RawBuilder, sql } from 'kysely';
import type { AnswerOrder, SortColumn, SortKey } from './answer-order.ts';

/** A term of ORDER BY that is never null. */
export interface Term {
  readonly by: RawBuilder<unknown>;
  readonly direction: 'asc' | 'desc';
}

/** The values of the terms of a row. The next page starts after them. */
export type OrderPosition = readonly (string | number)[];

const COLUMNS: Readonly<Record<SortColumn, string>> = {
  name: 'forms.name_key',
  lastUpdateDate: 'forms.updated_at',
  createdDate: 'forms.created_at',
  number: 'forms.number',
  status: 'forms.status',
};

/** How the first value of a field sorts: numbers, then texts, then nothing. */
export const RANKS = { number: 0, text: 1, blank: 2 } as const;

type Units = Extract<SortKey, { readonly field: string }>['units'];

/** Returns the ranks of numbers by their units. They count down to the last unit, so that a new unit changes no rank. */
export const unitRanks = (units: Units): readonly number[] =>
  units.map((_, i, { length }) => RANKS.number - (length - 1 - i));

export const columnOf = (column: SortColumn): RawBuilder<unknown> => sql.ref(COLUMNS[column]);

/** The alias of the values that a key reads. */
export const aliasOf = (at: number): string => `key${at}`;

export const rankOf = (alias: string, units: Units = []): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.number`)} is not null then ${rankOfUnit(units)}
    when ${sql.ref(`${alias}.text`)} is not null then 1 else 2 end`;

/** Versions that no unit names have the last unit, as if they were the oldest. */
function rankOfUnit(units: Units): RawBuilder<unknown> {
  const ranks = unitRanks(units);
  const newer = units.slice(0, -1);
  if (newer.length === 0) return sql.lit(RANKS.number);
  const cases = newer.map(
    (versions, i) =>
      sql`when forms.template_version_id in (${sql.join(versions)}) then ${sql.lit(ranks[i] ?? RANKS.number)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(RANKS.number)} end`;
}

/** Returns the terms of an order, the last of which tell any two forms apart. */
export function termsOf(order: AnswerOrder): readonly Term[] {
  const terms = order.flatMap((key, at) => keyTerms(key, at));
  const direction = order.at(-1)?.direction ?? 'asc';
  return [
    ...terms,
    // Forms that nothing but a status sorts are read by number, for which there is an index. A plain 0 in ORDER BY
    // would be the position of a column.
    { by: isValued(order) ? sql`0 + 0` : numberOfBlank(order), direction: 'asc' },
    { by: sql.ref('forms.id'), direction },
  ];
}

/** Returns the position of the terms of a key, and how many they are. */
export function termRange(order: AnswerOrder, at: number): readonly [start: number, size: number] {
  const start = order.slice(0, at).reduce((sum, key) => sum + sizeOf(key), 0);
  const key = order[at];
  return [start, key ? sizeOf(key) : 0];
}

const sizeOf = (key: SortKey): number => ('field' in key ? 3 : 1);

function keyTerms(key: SortKey, at: number): readonly Term[] {
  const { direction } = key;
  if ('column' in key) return [{ by: columnOf(key.column), direction }];
  const alias = aliasOf(at);
  return [
    { by: rankOf(alias, key.units), direction: 'asc' },
    { by: sql`coalesce(${sql.ref(`${alias}.number`)}, 0)`, direction },
    { by: sql`coalesce(${sql.ref(`${alias}.text`)}, '')`, direction },
  ];
}

/** Returns whether every form has a value by which it is sorted, beside its status. */
const isValued = (order: AnswerOrder): boolean =>
  order.some((key) => 'column' in key && key.column !== 'status');

function numberOfBlank(order: AnswerOrder): RawBuilder<unknown> {
  const ranks = order.flatMap((key, at) => ('field' in key ? [rankOf(aliasOf(at))] : []));
  if (ranks.length === 0) return sql.ref('forms.number');
  const isBlank = sql.join(
    ranks.map((rank) => sql`${rank} = ${sql.lit(RANKS.blank)}`),
    sql` and `,
  );
  return sql`case when ${isBlank} then forms.number else 0 end`;
}

/** Returns the condition that a row comes after a position. */
export function isAfter(terms: readonly Term[], position: OrderPosition): RawBuilder<boolean> {
  const cases = terms.map(({ by, direction }, at) => {
    const before = terms
      .slice(0, at)
      .map((term, i) => sql<boolean>`${term.by} = ${position[i] ?? ''}`);
    const beyond =
      direction === 'asc'
        ? sql<boolean>`${by} > ${position[at] ?? ''}`
        : sql<boolean>`${by} < ${position[at] ?? ''}`;
    return sql`(${sql.join([...before, beyond], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(cases, sql` or `)})`;
}
