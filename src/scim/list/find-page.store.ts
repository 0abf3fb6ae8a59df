import type { RawBuilder } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database } from '#db/database.ts';
import { countQuery, idsQuery, type Listing } from './page-query.ts';

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

/**
 * The ids of one page and how many there are in all, each counted only where the page itself does not tell. What an
 * index answers runs at once; what has to look at rows in vain goes through `db.scan`.
 * @throws AppError `query-too-slow`, `busy`
 */
export async function findPage(
  db: Database,
  listing: Listing,
  { startIndex, count }: PageRequest,
): Promise<Page> {
  const offset = startIndex - 1;
  // One more than asked for: then a page that is not full is known to be the last.
  const limit = count + 1;
  const ids = count === 0 ? [] : await selectIds(db, listing, { offset, limit });
  const isLast = ids.length > 0 ? ids.length <= count : count > 0 && offset === 0;
  if (isLast) return { ids, totalResults: offset + ids.length };
  return { ids: ids.slice(0, count), totalResults: await countAll(db, listing) };
}

async function selectIds(
  db: Database,
  listing: Listing,
  window: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const { selection } = listing;
  const exact = selection === undefined || selection.access?.exact === true;
  const few = window.offset + window.limit <= MAX_ROWS_INLINE;
  const inline = selection?.access?.unique === true || (exact && few);
  const query = idsQuery(listing, { db: db.reader, inline }, window);
  return (await run(db, query, inline)).map((row) => row.id);
}

async function countAll(db: Database, listing: Listing): Promise<number> {
  const { accountId, table, selection } = listing;
  if (!selection) return readCounter(db.reader, accountId, table);
  const inline = selection.access?.unique === true;
  const [row] = await run(db, countQuery(listing, { db: db.reader, inline }), inline);
  return Number(row?.total ?? 0);
}

async function run<R>(db: Database, query: RawBuilder<R>, inline: boolean): Promise<readonly R[]> {
  if (inline) return (await query.execute(db.reader)).rows;
  return db.scan({ compile: () => query.compile(db.reader) });
}
