import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Access } from '#scim/filter/access.ts';
import type { Selection } from '#scim/filter/selection.ts';
import type { Listing } from './listing.ts';
import { candidatesQuery, type FoundRow, type PageSource } from './page-query.ts';

/** How the rows of a listing are read, and the possible cost. */
export interface Plan extends PageSource {
  /**
   * `few`: so few rows are read that further conditions on them cost nothing; `in-order`: an index has exactly the rows
   * in their order; `no`: many rows may be read and rejected.
   */
  readonly bounded: 'few' | 'in-order' | 'no';
  /** True when the sort has an index that the filter does not use: the first rows along it may fill the page. */
  readonly tries: boolean;
}

/** The most rows that the main thread may read and reject, with one comparison each. */
const MAX_CANDIDATES = 100;
/** The most comparisons with these rows. */
const MAX_COMPARISONS = 2000;
/** With more candidates than this, reading the rows in order is faster. */
const MANY_CANDIDATES = 50_000;

export async function planOf(db: Database, listing: Listing): Promise<Plan> {
  const { selection, sort } = listing;
  const inOrder = sort === undefined || sort.index !== undefined;
  if (!selection) {
    return inOrder ? plan(listing, 'ordered', 'in-order') : plan(listing, 'scan', 'no');
  }
  const byIndex = selection.access && (await planThrough(db, listing, selection, selection.access));
  if (byIndex) return byIndex;
  if (!sort) return plan(listing, 'ordered', 'no');
  return { ...plan(listing, 'scan', 'no'), tries: inOrder };
}

/** Returns undefined when the index finds so many rows that reading them in order is faster. */
async function planThrough(
  db: Database,
  listing: Listing,
  selection: Selection,
  access: Access,
): Promise<Plan | undefined> {
  const { sort } = listing;
  const { lead, rest } = access;
  if (rest.length === 0) {
    const along = lead.own !== undefined && lead.own === sort?.index;
    if (along) return plan(listing, 'ordered', 'in-order');
    if (lead.ordered && !sort) return plan(listing, 'access', 'in-order');
  }
  if (await findsFew(db, selection, access)) return plan(listing, 'access', 'few');
  return (await findsMany(db, access)) ? undefined : plan(listing, 'access', 'no');
}

const plan = (listing: Listing, way: PageSource['way'], bounded: Plan['bounded']): Plan => ({
  listing,
  way,
  bounded,
  tries: false,
});

/** Returns whether the filter's index finds so few rows that further conditions on them cost nothing. */
async function findsFew(
  db: Database,
  { terms, subqueries }: Selection,
  { unique, lead }: Access,
): Promise<boolean> {
  if (subqueries > 0) return false;
  if (unique) return true;
  if (!lead.bounded) return false;
  const limit = Math.min(MAX_CANDIDATES, Math.floor(MAX_COMPARISONS / terms));
  const [row] = (await candidatesQuery(lead, limit + 1).execute(db.reader)).rows;
  return Number(row?.total ?? 0) <= limit;
}

async function findsMany(db: Database, { lead }: Access): Promise<boolean> {
  const query = candidatesQuery(lead, MANY_CANDIDATES + 1);
  const [row] = await db.scan({ compile: () => query.compile(db.reader) });
  return Number(row?.total ?? 0) > MANY_CANDIDATES;
}

/** Returns the listing as if its filter had an index that finds the rows of a window. */
export function throughWindow(listing: Listing, window: RawBuilder<FoundRow>): Listing {
  const { selection } = listing;
  if (!selection) return listing;
  const lead = {
    from: sql`(${window}) as e`,
    owner: sql<string>`e.id`,
    where: sql<boolean>`true`,
    ordered: false,
    bounded: true,
  };
  const access: Access = { rank: 0, unique: false, lead, rest: [selection.test] };
  return { ...listing, selection: { ...selection, access } };
}
