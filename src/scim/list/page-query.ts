import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { throughIndex, withinDeadline } from '#db/dialect.ts';
import type { Condition } from '#scim/filter/operand.ts';
import { all, any } from '#scim/filter/operators.ts';
import type { SortKey } from '#scim/filter/sort-key.ts';
import type { Listing } from './listing.ts';
import { type ListPosition, orderBy, type Reading, type Segment, segmentsOf } from './reading.ts';

/**
 * The access path of a query. `access`: through the filter's index, then sorted; `ordered`: along the index that has the
 * rows in order; `scan`: all rows, then sorted.
 */
export type Way = 'access' | 'ordered' | 'scan';

export interface PageSource {
  readonly listing: Listing;
  readonly way: Way;
}

/** With `inline` there is no deadline: for queries that an index bounds. */
export interface QueryContext {
  readonly db: Reader;
  readonly inline: boolean;
}

export interface Start {
  readonly reading: Reading;
  /** The position to start after; undefined starts at the front. */
  readonly position?: ListPosition | undefined;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** A resource and its position. With one source and no sort, only the id is given. */
export interface FoundRow {
  readonly id: string;
  readonly key?: string | number | null;
  readonly type?: Listing['type'];
}

/** Returns the query for a window of all sources' rows, in reading order; undefined when there can be no rows. */
export function pageQuery(
  sources: readonly PageSource[],
  context: QueryContext,
  start: Start,
  { offset, limit }: Window,
): RawBuilder<FoundRow> | undefined {
  const pieces = sources.flatMap((source) =>
    piecesOf(source, context, start).map((query) => ({ query, listing: source.listing })),
  );
  const [only] = pieces;
  if (only && pieces.length === 1) {
    return sql<FoundRow>`${only.query} limit ${limit} offset ${offset}`;
  }
  if (!only) return undefined;
  const kind = sources.find(({ listing }) => listing.sort)?.listing.sort?.kind;
  const none = noKey(kind);
  const parts = pieces.map(
    ({ query, listing: { type, sort } }) => sql`select ${sql.lit(type)} as type, id,
      ${sort ? sql`key` : none} as key from (${query} limit ${limit + offset}) as q`,
  );
  const columns = { key: kind && sql`key`, id: sql`id` };
  return sql<FoundRow>`select type, id, key from (${sql.join(parts, sql` union all `)}) as p
    order by ${orderBy(start.reading, columns, 'all')} limit ${limit} offset ${offset}`;
}

/** PostgreSQL needs one type for a column, so null values are cast. */
const noKey = (kind: SortKey['kind'] | undefined): RawBuilder<null> =>
  kind === 'number' ? sql<null>`cast(null as double precision)` : sql<null>`cast(null as text)`;

/** Returns the query that counts all rows. */
export function countQuery(
  { listing, way }: PageSource,
  context: QueryContext,
): RawBuilder<{ total: number | string }> {
  const { from, id, where, distinct } = partsOf(listing, way, context);
  return sql<{ total: number | string }>`select count(${distinct} ${id}) as total
    from ${from} where ${all(where)}`;
}

/** Returns the query that counts the rows in the filter's index before other conditions, up to `limit`. */
export function candidatesQuery(
  { from, where }: { readonly from: RawBuilder<unknown>; readonly where: Condition },
  limit: number,
): RawBuilder<{ total: number | string }> {
  return sql<{ total: number | string }>`select count(*) as total
    from (select 1 from ${from} where ${where} limit ${limit}) as c`;
}

/** Returns the queries for a source's rows after the start, each in order, to be concatenated or merged. */
function piecesOf(
  { listing, way }: PageSource,
  context: QueryContext,
  { reading, position }: Start,
): readonly RawBuilder<FoundRow>[] {
  const { from, id, where, distinct } = partsOf(listing, way, context);
  const key = listing.sort?.ref;
  const segments = segmentsOf(listing.sort, id, reading, position);
  const piece = (condition: Condition | undefined, order: RawBuilder<unknown>) =>
    sql<FoundRow>`select ${distinct} ${id} as id${key ? sql`, ${key} as key` : sql``}
      from ${from} where ${all([...where, ...(condition ? [condition] : [])])} order by ${order}`;
  const columns = { key: key && sql`key`, id: sql`id` };
  if (way === 'ordered') {
    return segments.map(({ where: condition, byKey }) =>
      piece(
        condition,
        byKey
          ? orderBy(reading, columns, 'values')
          : orderBy(reading, { ...columns, key: undefined }, 'all'),
      ),
    );
  }
  return segments.length === 0
    ? []
    : [
        piece(
          anyOf(segments),
          orderBy(reading, columns, listing.sort?.required ? 'values' : 'all'),
        ),
      ];
}

function anyOf(segments: readonly Segment[]): Condition | undefined {
  const conditions = segments.flatMap(({ where }) => where ?? []);
  return conditions.length < segments.length ? undefined : any(conditions);
}

interface Parts {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<string>;
  readonly where: readonly Condition[];
  readonly distinct: RawBuilder<unknown>;
}

function partsOf(listing: Listing, way: Way, context: QueryContext): Parts {
  const access = way === 'access' ? listing.selection?.access : undefined;
  if (!access) return partsOfTable(listing, way, context);
  const { lead, rest } = access;
  const { owner: id } = lead;
  if (lead.own !== undefined) {
    // An index that ends in id is sufficient when there is no other condition on the row.
    const alone = rest.length === 0 && !access.unique && !listing.sort;
    const shown = alone ? notHidden(listing, id) : visible(listing);
    const where = [...deadline(context, id), lead.where, ...shown, ...rest];
    return { from: lead.from, id, where, distinct: sql`` };
  }
  const asked = [...deadline(context, id), lead.where];
  // There is no condition on the resource itself, so it is not read.
  if (rest.length === 0 && !listing.sort) {
    const where = [...asked, ...notHidden(listing, id)];
    return { from: lead.from, id, where, distinct: sql`distinct` };
  }
  // SQLite keeps the order of a CROSS JOIN, so the index of the filter is read first.
  const joined = sql<boolean>`(r.account_id = ${listing.accountId} and r.id = ${id})`;
  return {
    from: sql`${lead.from} cross join ${sql.table(listing.table)} as r`,
    id,
    where: [...asked, joined, ...visible(listing), ...rest],
    distinct: sql`distinct`,
  };
}

/** Reads through the index that has the order, or through the primary key. */
function partsOfTable(listing: Listing, way: Way, context: QueryContext): Parts {
  const { accountId, selection, sort, table, key } = listing;
  const index = (way === 'ordered' ? sort?.index : undefined) ?? key;
  const id = sql<string>`r.id`;
  const along = selection?.access?.lead.own === index;
  const asked =
    along && selection?.access
      ? [selection.access.lead.where, ...selection.access.rest]
      : selection
        ? [selection.test]
        : [];
  const where = [
    // The deadline comes first; otherwise a row that fails another condition would not count against it.
    ...deadline(context, id),
    sql<boolean>`r.account_id = ${accountId}`,
    ...visible(listing),
    ...asked,
  ];
  return { from: throughIndex(context.db, table, 'r', index), id, where, distinct: sql`` };
}

const deadline = ({ db, inline }: QueryContext, id: RawBuilder<string>): readonly Condition[] =>
  inline ? [] : [withinDeadline(db, id)];

const visible = (listing: Listing): readonly Condition[] =>
  listing.visible ? [listing.visible] : [];

const notHidden = ({ hidden }: Listing, id: RawBuilder<string>): readonly Condition[] =>
  hidden ? [sql<boolean>`${id} not in (${hidden})`] : [];
