import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { type Access, all, type Condition, type Selection } from '#scim/filter/selection.ts';

/** What is listed. Only what `visible` is true for exists: break-glass users do not. */
export interface Listing {
  readonly table: 'users' | 'groups';
  readonly accountId: string;
  /** Of row `r`. */
  readonly visible: Condition;
  /** Left out: all of them. */
  readonly selection: Selection | undefined;
}

/** `inline` leaves the deadline out: for queries that an index bounds. */
export interface QueryContext {
  readonly db: Reader;
  readonly inline: boolean;
}

/** The ids of a page, in order. */
export function idsQuery(
  listing: Listing,
  context: QueryContext,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): RawBuilder<{ id: string }> {
  const { from, id, where, distinct } = partsOf(listing, context);
  return sql<{ id: string }>`select ${distinct} ${id} as id from ${from} where ${where}
    order by ${id} limit ${limit} offset ${offset}`;
}

/** How many rows the index finds before anything else is asked of them; counts no further than `limit`. */
export function candidatesQuery(
  { accountId, table }: Listing,
  { lead, own }: Access,
  limit: number,
): RawBuilder<{ total: number | string }> {
  const from = lead?.from ?? sql`${sql.table(table)} as r`;
  const ours = sql<boolean>`r.account_id = ${accountId}`;
  const where = lead?.where ?? all([ours, ...(own ? [own] : [])]);
  return sql<{ total: number | string }>`select count(*) as total
    from (select 1 from ${from} where ${where} limit ${limit}) as c`;
}

/** How many there are in all. */
export function countQuery(
  listing: Listing,
  context: QueryContext,
): RawBuilder<{ total: number | string }> {
  const { from, id, where, distinct } = partsOf(listing, context);
  return sql<{ total: number | string }>`select count(${distinct} ${id}) as total
    from ${from} where ${where}`;
}

interface Parts {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<string>;
  readonly where: Condition;
  readonly distinct: RawBuilder<unknown>;
}

function partsOf(listing: Listing, { db, inline }: QueryContext): Parts {
  const { accountId, table, visible, selection } = listing;
  const access = selection?.access;
  const lead = access?.lead;
  const own = sql`${sql.table(table)} as r`;
  const id = lead?.owner ?? sql<string>`r.id`;
  const conditions = [
    // First, or a row that fails another condition would not be counted against the deadline.
    ...(inline ? [] : [withinDeadline(db, id)]),
    sql<boolean>`r.account_id = ${accountId}`,
    ...(lead ? [lead.where, sql<boolean>`r.id = ${id}`] : []),
    visible,
    ...(access?.own ? [access.own] : []),
    ...(access ? access.rest : selection ? [selection.test] : []),
  ];
  return {
    // SQLite keeps the order of a CROSS JOIN: the lead's index comes first whatever its statistics say.
    from: lead ? sql`${lead.from} cross join ${own}` : own,
    id,
    where: all(conditions),
    distinct: lead ? sql`distinct` : sql``,
  };
}
