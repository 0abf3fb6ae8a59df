import { type RawBuilder, sql } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database } from '#db/database.ts';
import { withoutHidden } from './hidden.ts';
import { candidatesQuery, countQuery, idsQuery, type Listing } from './page-query.ts';

export interface PageRequest {
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

export interface Page {
  /** In order of id. */
  readonly ids: readonly string[];
  readonly totalResults: number;
}

/** So many rows of an index are skipped or read between two other requests; more go off the main thread. */
const MAX_ROWS_INLINE = 2000;
/** So many rows are looked at in vain; one that shares its value with more goes off the main thread. */
const MAX_CANDIDATES = 100;

/**
 * The ids of one page and how many there are in all, each counted only where the page itself does not tell. What an
 * index bounds runs at once; what may look at many rows in vain goes through `db.scan`.
 * @throws AppError `query-too-slow`, `busy`
 */
export async function findPage(
  db: Database,
  listing: Listing,
  { startIndex, count }: PageRequest,
): Promise<Page> {
  const offset = startIndex - 1;
  // One more than asked for: then a page that is not full is known to be the last.
  const window = { offset, limit: count + 1 };
  const few = await findsFew(db, listing);
  const ids = count === 0 ? [] : await selectIds(db, listing, window, few);
  const isLast = ids.length > 0 ? ids.length <= count : count > 0 && offset === 0;
  if (isLast) return { ids, totalResults: offset + ids.length };
  return { ids: ids.slice(0, count), totalResults: await countAll(db, listing, few) };
}

/** Whether an index finds so few rows that whatever else is asked of them costs nothing. */
async function findsFew(db: Database, listing: Listing): Promise<boolean> {
  const access = listing.selection?.access;
  if (!access || access.unique) return access !== undefined;
  if (access.rest.length === 0 || access.lead?.ordered === false) return false;
  const query = candidatesQuery(listing, access, MAX_CANDIDATES + 1);
  const [row] = (await query.execute(db.reader)).rows;
  return Number(row?.total ?? 0) <= MAX_CANDIDATES;
}

async function selectIds(
  db: Database,
  listing: Listing,
  window: { readonly offset: number; readonly limit: number },
  few: boolean,
): Promise<readonly string[]> {
  if (!listing.selection) return selectFromAll(db, listing, window);
  const { access } = listing.selection;
  const exact = access?.rest.length === 0 && access.lead?.ordered !== false;
  const near = window.offset + window.limit <= MAX_ROWS_INLINE;
  const inline = few || (near && exact);
  const query = idsQuery(listing, { db: db.reader, inline }, window);
  return (await run(db, query, inline)).map((row) => row.id);
}

/** Everybody, along the primary key alone: a place far down costs steps of an index, never rows. */
async function selectFromAll(
  db: Database,
  { accountId, table, hidden }: Listing,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const inline = offset + limit <= MAX_ROWS_INLINE;
  const unseen = hidden ? await run(db, hidden, true) : [];
  const query = sql<{ id: string }>`select id from ${sql.table(table)}
    where account_id = ${accountId} order by id limit ${limit + unseen.length} offset ${offset}`;
  const rows = await run(db, query, inline);
  const ids = rows.map(({ id }) => id);
  return withoutHidden(
    ids,
    unseen.map(({ id }) => id),
    { offset, limit },
  );
}

async function countAll(db: Database, listing: Listing, few: boolean): Promise<number> {
  const { accountId, table, selection } = listing;
  if (!selection) return readCounter(db.reader, accountId, table);
  const [row] = await run(db, countQuery(listing, { db: db.reader, inline: few }), few);
  return Number(row?.total ?? 0);
}

async function run<R>(db: Database, query: RawBuilder<R>, inline: boolean): Promise<readonly R[]> {
  if (inline) return (await query.execute(db.reader)).rows;
  return db.scan({ compile: () => query.compile(db.reader) });
}
