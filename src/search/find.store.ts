import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import {
  containsText,
  isIn,
  selectBeside,
  selectThrough,
  textRows,
  throughIndex,
} from '#db/dialect.ts';
import type { SearchKind } from '#db/search-tables.ts';
import type { Tables } from '#db/tables.ts';
import { type Alternative, rangeOf, type Term, termsOf } from './words.ts';

/** Limits that decide how a search is run. */
export interface Bounds {
  /** Most ids that a list looks up one by one; above that, scanning the list is faster. */
  readonly maxLookups: number;
  /** A term with more matches than this only narrows the results of the other terms. */
  readonly maxMatches: number;
}

const BOUNDS: Bounds = { maxLookups: 4000, maxMatches: 20_000 };
/** Terms whose matches are counted, the longest first. */
const MOST_COUNTED = 4;

/**
 * The result of a search: the ids of all candidates, or no ids when there are too many. In both cases, a thing is found
 * when it also has all of `terms`, or is certain.
 */
export interface Findings {
  readonly accountId: string;
  readonly kind: SearchKind;
  /** Undefined: too many to look up one by one. */
  readonly ids: readonly string[] | undefined;
  readonly terms: readonly Term[];
  /** The ids of things that the caller found by other means than their words. */
  readonly certain?: readonly string[] | undefined;
}

interface Scope {
  readonly accountId: string;
  readonly kind: SearchKind;
}

/** Searches for the typed text; returns undefined when it is blank. */
export async function find(
  db: Database,
  scope: Scope,
  text: string,
  bounds: Bounds = BOUNDS,
): Promise<Findings | undefined> {
  if (text.trim() === '') return undefined;
  const terms = termsOf(text);
  if (terms.length === 0) return { ...scope, ids: [], terms };
  const narrow = await narrowTerms(db, scope, terms, bounds.maxMatches);
  if (narrow.length === 0) return { ...scope, ids: undefined, terms };
  const having = narrow.map((term) => sql`select id from (${idsWith(scope, term)}) as one`);
  const query = sql<{ id: string }>`
    select distinct id from (${sql.join(having, sql` intersect `)}) as found limit ${bounds.maxLookups + 1}`;
  const rows = await db.scan<{ id: string }>({ compile: () => query.compile(db.reader) });
  if (rows.length > bounds.maxLookups) return { ...scope, ids: undefined, terms };
  const left = terms.filter((term) => !narrow.includes(term));
  return { ...scope, ids: rows.map(({ id }) => id), terms: left };
}

/** Returns the terms with at most `most` matches, which are cheap to read. */
async function narrowTerms(
  db: Database,
  scope: Scope,
  terms: readonly Term[],
  most: number,
): Promise<readonly Term[]> {
  const longest = terms
    .toSorted((a, b) => (b[0]?.text.length ?? 0) - (a[0]?.text.length ?? 0))
    .slice(0, MOST_COUNTED);
  const counts = longest.map(
    (term, at) => sql`select ${sql.lit(at)} as at, (
      select count(*) from (${idsWith(scope, term)} limit ${most + 1}) as counted
    ) as things`,
  );
  const query = sql<{ at: number; things: number | string }>`${sql.join(counts, sql` union all `)}`;
  const rows = await db.scan<{ at: number; things: number | string }>({
    compile: () => query.compile(db.reader),
  });
  const few = new Set(rows.filter(({ things }) => Number(things) <= most).map(({ at }) => at));
  return longest.filter((_, at) => few.has(at));
}

/** Selects the ids of things that have a term, from the ranges of its alternatives. An id may occur twice. */
function idsWith({ accountId, kind }: Scope, term: Term): RawBuilder<unknown> {
  const ranges = term.map((alternative) => {
    const [from, to] = rangeOf(alternative);
    return sql`select w.id from search_words as w
      where w.account_id = ${accountId} and w.kind = ${kind} and w.word >= ${from} and w.word < ${to}`;
  });
  return sql.join(ranges, sql` union all `);
}

/** Returns the FROM clause: the table under an alias, read by the found ids or else through the named index. */
export function foundFrom(
  db: Reader,
  found: Findings | undefined,
  table: keyof Tables & string,
  alias: string,
  index: string,
): RawBuilder<unknown> {
  // `cross join` makes SQLite keep this order.
  return found?.ids === undefined
    ? throughIndex(db, table, alias, index)
    : sql`${textRows(db, candidatesOf(found.ids, found), 'found')} cross join ${sql.table(table)} as ${sql.ref(alias)}`;
}

const candidatesOf = (ids: readonly string[], { certain = [] }: Findings): readonly string[] =>
  certain.length === 0 ? ids : [...new Set([...ids, ...certain])];

/** Returns the WHERE condition; `id` is the column of the table of {@link foundFrom} or {@link selectFound}. */
export function isFound(
  db: Reader,
  found: Findings | undefined,
  id: Expression<unknown>,
): RawBuilder<boolean> {
  if (found === undefined) return sql<boolean>`true`;
  const { accountId, kind, ids, terms, certain = [] } = found;
  const isAmongIds = ids === undefined ? sql`true` : sql`${id} = found.value`;
  if (terms.length === 0) return sql<boolean>`(${isAmongIds})`;
  const all = terms.map(
    (term) =>
      sql`(${sql.join(
        term.map((one) => hasWord(db, one)),
        sql` or `,
      )})`,
  );
  // A scalar subquery and not a join: it runs row by row, in the order of the list, until the page is full.
  const hasTerms = sql`(
    select ${sql.join(all, sql` and `)} from search_texts as st
    where st.account_id = ${accountId} and st.kind = ${kind} and st.id = ${id}
  )`;
  const isCertain = certain.length === 0 ? sql`` : sql`or ${isIn(db, id, certain)}`;
  return sql<boolean>`(${isAmongIds} and (${hasTerms} ${isCertain}))`;
}

/** Selects from the table, by the found ids or else through the named index. */
export const selectFound = <T extends keyof Tables & string>(
  db: Reader,
  found: Findings | undefined,
  table: T,
  index: string,
): SelectQueryBuilder<Tables, T, object> =>
  found?.ids === undefined
    ? selectThrough(db, table, index)
    : selectBeside(db, table, textRows(db, candidatesOf(found.ids, found), 'found'));

const hasWord = (db: Reader, { text, isWhole }: Alternative): RawBuilder<boolean> =>
  containsText(db, sql.ref('st.words'), ` ${text}${isWhole ? ' ' : ''}`);
