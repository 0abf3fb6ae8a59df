import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { type Access, all, type Condition, type Selection } from '#scim/filter/selection.ts';

/** What is listed. Only what is visible exists: break-glass users do not. */
export interface Listing {
  readonly table: 'users' | 'groups';
  readonly accountId: string;
  /** Of row `r`; left out: all are visible. */
  readonly visible?: Condition;
  /** The few that are not, in any order. */
  readonly hidden?: RawBuilder<{ id: string }>;
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

function partsOf(listing: Listing, context: QueryContext): Parts {
  const { table, selection } = listing;
  const lead = selection?.access?.lead;
  if (!lead) {
    const conditions = ofResource(listing, context, sql<string>`r.id`);
    const from = sql`${sql.table(table)} as r`;
    return { from, id: sql<string>`r.id`, where: all(conditions), distinct: sql`` };
  }
  const id = lead.owner;
  // Nothing is asked of the resource itself: it need not be read.
  if (selection?.access?.rest.length === 0) {
    const where = all([...deadline(context, id), lead.where, ...notHidden(listing, id)]);
    return { from: lead.from, id, where, distinct: sql`distinct` };
  }
  // SQLite keeps the order of a CROSS JOIN: the lead's index comes first whatever its statistics say.
  const from = sql`${lead.from} cross join ${sql.table(table)} as r`;
  const joined = [lead.where, sql<boolean>`r.id = ${id}`];
  const where = all([...joined, ...ofResource(listing, context, id)]);
  return { from, id, where, distinct: sql`distinct` };
}

function ofResource(
  { accountId, visible, selection }: Listing,
  context: QueryContext,
  id: RawBuilder<string>,
): readonly Condition[] {
  const access = selection?.access;
  return [
    // First, or a row that fails another condition would not be counted against the deadline.
    ...deadline(context, id),
    sql<boolean>`r.account_id = ${accountId}`,
    ...(access?.own ? [access.own] : []),
    ...(visible ? [visible] : []),
    ...(access ? access.rest : selection ? [selection.test] : []),
  ];
}

const deadline = ({ db, inline }: QueryContext, id: RawBuilder<string>): readonly Condition[] =>
  inline ? [] : [withinDeadline(db, id)];

const notHidden = ({ hidden }: Listing, id: RawBuilder<string>): readonly Condition[] =>
  hidden ? [sql<boolean>`${id} not in (${hidden})`] : [];
