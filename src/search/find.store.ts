import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import {
  containsText,
  engineOf,
  isIn,
  selectBeside,
  selectThrough,
  textRows,
  throughIndex,
  withinDeadline,
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
  /** Whether the first term is rare enough for its things to be looked at one by one. */
  readonly isRare?: boolean;
  /** Whether all things are looked up that have the words, however many they are; see {@link byWords}. */
  readonly isByWords?: boolean;
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
  const counted = await countTerms(db, scope, terms, bounds.maxMatches);
  const narrow = counted
    .filter(({ things }) => things <= bounds.maxMatches)
    .map(({ term }) => term);
  const rarestFirst = [...new Set([...counted.map(({ term }) => term), ...terms])];
  if (narrow.length === 0) return { ...scope, ids: undefined, terms: rarestFirst };
  const having = narrow.map((term) => sql`select id from (${idsWith(scope, term)}) as one`);
  const query = sql<{ id: string }>`
    select distinct id from (${sql.join(having, sql` intersect `)}) as found limit ${bounds.maxLookups + 1}`;
  const rows = await db.scan<{ id: string }>({ compile: () => query.compile(db.reader) });
  if (rows.length > bounds.maxLookups) {
    return { ...scope, ids: undefined, terms: rarestFirst, isRare: true };
  }
  const left = terms.filter((term) => !narrow.includes(term));
  return { ...scope, ids: rows.map(({ id }) => id), terms: left };
}

/** Returns the longest terms with the number of their matches, counted to just above `most`; the rarest first. */
async function countTerms(
  db: Database,
  scope: Scope,
  terms: readonly Term[],
  most: number,
): Promise<readonly { readonly term: Term; readonly things: number }[]> {
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
  const things = new Map(rows.map((row) => [Number(row.at), Number(row.things)]));
  return longest
    .map((term, at) => ({ term, things: things.get(at) ?? 0 }))
    .toSorted((a, b) => a.things - b.things);
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

/**
 * Has a search for frequent words read by its words instead of in the order of a list: it suits counts, and words of
 * things that lie far from the place where a list is read. Its cost depends on the number of things with the rarest word.
 */
export const byWords = (found: Findings): Findings => ({ ...found, isByWords: true });

/** Returns whether things are looked up by what was found, so that no index of a list is read. */
export const isLookedUp = ({ ids, isByWords }: Findings): boolean =>
  ids !== undefined || isByWords === true;

/** Selects the ids of all things with the words, each once, as `id`. */
export function idsByWords(
  db: Reader,
  { accountId, kind, terms, isRare }: Findings,
): RawBuilder<unknown> {
  const scope = { accountId, kind };
  const [rarest, ...others] = terms;
  if (rarest === undefined) throw new Error('a search without words finds its ids itself');
  // PostgreSQL compares long lists of ids at once; SQLite is quicker when it looks at each thing.
  if (engineOf(db) === 'postgres' && others.length > 0 && isRare !== true) {
    const having = terms.map((term) => sql`select id from (${idsWith(scope, term)}) as one`);
    return sql.join(having, sql` intersect `);
  }
  const hasOthers = others.length === 0 ? sql`true` : hasAll(db, scope, sql.ref('w.id'), others);
  return sql`select distinct w.id from (${idsWith(scope, rarest)}) as w
    where ${hasOthers} and ${withinDeadline(db, sql.ref('w.id'))}`;
}

/** Returns whether a thing has all words of a search, from the words of that thing. */
export const hasWords = (
  db: Reader,
  found: Findings,
  id: Expression<unknown>,
): RawBuilder<boolean> => hasAll(db, found, id, found.terms);

/** Returns the table `found` with one column, `value`: the ids of what was found. */
function foundRows(db: Reader, found: Findings): RawBuilder<unknown> {
  const { ids, certain = [] } = found;
  if (ids !== undefined) return textRows(db, [...new Set([...ids, ...certain])], 'found');
  return sql`(select id as value from (${idsByWords(db, found)}) as ids) as found`;
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
  return found !== undefined && isLookedUp(found)
    ? sql`${foundRows(db, found)} cross join ${sql.table(table)} as ${sql.ref(alias)}`
    : throughIndex(db, table, alias, index);
}

/** Returns the WHERE condition; `id` is the column of the table of {@link foundFrom} or {@link selectFound}. */
export function isFound(
  db: Reader,
  found: Findings | undefined,
  id: Expression<unknown>,
): RawBuilder<boolean> {
  if (found === undefined) return sql<boolean>`true`;
  const { ids, terms, certain = [], isByWords } = found;
  if (isByWords === true && ids === undefined) return sql<boolean>`(${id} = found.value)`;
  const isAmongIds = ids === undefined ? sql`true` : sql`${id} = found.value`;
  if (terms.length === 0) return sql<boolean>`(${isAmongIds})`;
  const isCertain = certain.length === 0 ? sql`` : sql`or ${isIn(db, id, certain)}`;
  return sql<boolean>`(${isAmongIds} and (${hasAll(db, found, id, terms)} ${isCertain}))`;
}

/** Returns whether a thing has all of the terms. */
function hasAll(
  db: Reader,
  { accountId, kind }: Scope,
  id: Expression<unknown>,
  terms: readonly Term[],
): RawBuilder<boolean> {
  const all = terms.map(
    (term) =>
      sql`(${sql.join(
        term.map((one) => hasWord(db, one)),
        sql` or `,
      )})`,
  );
  // A scalar subquery and not a join: it runs row by row, in the order of the list, until the page is full.
  return sql<boolean>`(
    select ${sql.join(all, sql` and `)} from search_texts as st
    where st.account_id = ${accountId} and st.kind = ${kind} and st.id = ${id}
  )`;
}

/** Selects from the table, by what was found or else through the named index. */
export const selectFound = <T extends keyof Tables & string>(
  db: Reader,
  found: Findings | undefined,
  table: T,
  index: string,
): SelectQueryBuilder<Tables, T, object> =>
  found !== undefined && isLookedUp(found)
    ? selectBeside(db, table, foundRows(db, found))
    : selectThrough(db, table, index);

const hasWord = (db: Reader, { text, isWhole }: Alternative): RawBuilder<boolean> =>
  containsText(db, sql.ref('st.words'), ` ${text}${isWhole ? ' ' : ''}`);
