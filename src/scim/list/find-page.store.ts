import { type RawBuilder, sql } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database } from '#db/database.ts';
import { together } from '#db/flush.ts';
import type { SortOrder } from '#scim/protocol/index.ts';
import { withoutHidden } from './hidden.ts';
import type { Listing } from './listing.ts';
import {
  countQuery,
  type FoundRow,
  type PageSource,
  pageQuery,
  type Start,
  type Window,
} from './page-query.ts';
import { type Plan, planOf, throughWindow } from './plan.store.ts';
import type { ListPosition } from './reading.ts';

/** A resource and its position in the list. */
export interface PageRow {
  readonly type: Listing['type'];
  readonly id: string;
  readonly key: string | number | undefined;
}

export interface PageRequest {
  readonly order: SortOrder;
  readonly count: number;
  /** An offset, or the position of a cursor with the direction to read in. */
  readonly from:
    | { readonly offset: number }
    | { readonly position: ListPosition; readonly direction: 'forward' | 'backward' };
  /** A continued cursor has the total of its first page, so it is counted again only where that costs nothing. */
  readonly total: 'always' | 'cheap';
}

export interface ResourcePage {
  /** The rows in the order of the list. */
  readonly rows: readonly PageRow[];
  /** True when there is at least one more row in the direction of reading. */
  readonly more: boolean;
  readonly totalResults: number | undefined;
}

/** The most rows of an index that a query on the main thread may skip or read; larger ones run on another thread. */
const MAX_ROWS_INLINE = 2000;
/** The time limit for a search through all rows. A million users take about a second on one core. */
const SEARCH_DEADLINE_MS = 5000;
/** The number of rows at the start of a sorted list that are tested against a filter before all rows are. */
const TRIED_IN_ORDER = 5000;
/** The extra rows that a search through all rows returns: if it reaches the end with them, no count is needed. */
const MORE_OF_A_SEARCH = 2000;

/**
 * Returns one page of one or more listings together, and the total, which is counted only when the page does not give
 * it. A query that an index bounds runs at once; one that may reject many rows runs through `db.scan`.
 * @throws AppError `query-too-slow`, `busy`
 */
export async function findPage(
  db: Database,
  listings: readonly Listing[],
  request: PageRequest,
): Promise<ResourcePage> {
  const { count, from, order } = request;
  const plans = await Promise.all(listings.map((listing) => planOf(db, listing)));
  const offset = 'offset' in from ? from.offset : 0;
  const start: Start = {
    reading: { order, direction: 'offset' in from ? 'forward' : from.direction },
    position: 'offset' in from ? undefined : from.position,
  };
  // Asks for one more row: a page that does not get it is the last one.
  const { rows: found, whole } =
    count === 0 ? NOTHING : await findRows(db, plans, start, { offset, limit: count + 1 });
  const rows = found.slice(0, count).map((row) => toPageRow(row, listings));
  const isTotalKnown = whole && 'offset' in from && (rows.length > 0 || offset === 0);
  return {
    rows: start.reading.direction === 'forward' ? rows : rows.toReversed(),
    more: found.length > count,
    totalResults: isTotalKnown ? offset + found.length : await countAll(db, plans, request.total),
  };
}

interface FoundRows {
  readonly rows: readonly FoundRow[];
  /** True when no rows follow these. */
  readonly whole: boolean;
}

const NOTHING: FoundRows = { rows: [], whole: false };

function toPageRow({ type, id, key }: FoundRow, [first]: readonly Listing[]): PageRow {
  return { type: type ?? first?.type ?? 'User', id, key: key ?? undefined };
}

async function findRows(
  db: Database,
  plans: readonly Plan[],
  start: Start,
  window: Window,
): Promise<FoundRows> {
  const only = plans.length === 1 ? plans[0] : undefined;
  if (only && isPlain(only.listing, start)) {
    return atMost(window.limit, await selectFromAll(db, only.listing, window));
  }
  const near = window.offset + window.limit <= MAX_ROWS_INLINE;
  if (plans.every(({ bounded }) => bounded === 'few' || (near && bounded === 'in-order'))) {
    return atMost(window.limit, await select(db, plans, start, window, true));
  }
  const tried = only && (await tryInOrder(db, only, start, window));
  if (tried) return { rows: tried, whole: false };
  const searches = plans.some(({ bounded }) => bounded === 'no');
  const limit = window.limit + (searches ? MORE_OF_A_SEARCH : 0);
  return atMost(limit, await select(db, plans, start, { ...window, limit }, false));
}

const isPlain = ({ selection, sort }: Listing, { position, reading }: Start): boolean =>
  !selection &&
  !sort &&
  !position &&
  reading.direction === 'forward' &&
  reading.order === 'ascending';

const atMost = (limit: number, rows: readonly FoundRow[]): FoundRows => ({
  rows,
  whole: rows.length < limit,
});

async function select(
  db: Database,
  sources: readonly PageSource[],
  start: Start,
  window: Window,
  inline: boolean,
): Promise<readonly FoundRow[]> {
  const query = pageQuery(sources, { db: db.reader, inline }, start, window);
  return query ? run(db, query, inline) : [];
}

/**
 * Tests only the first rows in order against the filter: if many rows pass it, they fill the page at once. Returns
 * undefined when the page stays incomplete; then a scan is needed.
 */
async function tryInOrder(
  db: Database,
  { listing, tries }: Plan,
  start: Start,
  window: Window,
): Promise<readonly FoundRow[] | undefined> {
  if (!tries || window.offset + window.limit > TRIED_IN_ORDER) return undefined;
  const context = { db: db.reader, inline: false };
  const inOrder = pageQuery(
    [{ listing: { ...listing, selection: undefined }, way: 'ordered' }],
    context,
    start,
    { offset: 0, limit: TRIED_IN_ORDER },
  );
  if (!inOrder) return [];
  const source: PageSource = { listing: throughWindow(listing, inOrder), way: 'access' };
  const rows = await select(db, [source], start, window, false);
  return rows.length === window.limit ? rows : undefined;
}

/** Returns rows without a filter along the primary key alone: a large offset skips index entries, never reads rows. */
async function selectFromAll(
  db: Database,
  { accountId, table, hidden }: Listing,
  { offset, limit }: Window,
): Promise<readonly FoundRow[]> {
  const inline = offset + limit <= MAX_ROWS_INLINE;
  const more = hidden ? sql`(select count(*) from (${hidden}) as h)` : sql`0`;
  const query = sql<{ id: string }>`select id from ${sql.table(table)}
    where account_id = ${accountId} order by id limit ${limit} + ${more} offset ${offset}`;
  const [unseen, rows] =
    hidden && inline
      ? await together(db.reader, [hidden, query])
      : [hidden ? await run(db, hidden, true) : [], await run(db, query, inline)];
  const ids = withoutHidden(
    rows.map(({ id }) => id),
    unseen.map(({ id }) => id),
    { offset, limit },
  );
  return ids.map((id) => ({ id }));
}

async function countAll(
  db: Database,
  plans: readonly Plan[],
  how: PageRequest['total'],
): Promise<number | undefined> {
  const costs = plans.some(({ listing, bounded }) => listing.selection && bounded !== 'few');
  if (how === 'cheap' && costs) return undefined;
  const totals = await Promise.all(plans.map((plan) => countOne(db, plan)));
  return totals.reduce((sum, total) => sum + total, 0);
}

async function countOne(db: Database, plan: Plan): Promise<number> {
  const { listing, bounded } = plan;
  const { accountId, table, selection } = listing;
  if (!selection) return readCounter(db.reader, accountId, table);
  const inline = bounded === 'few';
  const way = selection.access ? 'access' : 'scan';
  const unsorted = { listing: { ...listing, sort: undefined }, way } as const;
  const [row] = await run(db, countQuery(unsorted, { db: db.reader, inline }), inline);
  return Number(row?.total ?? 0);
}

async function run<R>(db: Database, query: RawBuilder<R>, inline: boolean): Promise<readonly R[]> {
  if (inline) return (await query.execute(db.reader)).rows;
  return db.scan({ compile: () => query.compile(db.reader) }, { deadlineMs: SEARCH_DEADLINE_MS });
}
