import { resolveAcross } from './filter-across.ts';
import { parseFilter } from './filter-parser.ts';
import type { Filter } from './filter-tree.ts';
import { parseFilterParameter } from './list-parameters.ts';
import { type Paging, parsePaging } from './paging.ts';
import { type Projection, parseProjection } from './projection.ts';
import { oneParameter, type Query } from './query-parameter.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import {
  parseSort,
  parseSortOrder,
  type Sort,
  type SortOrder,
  sortAttribute,
  unknownSort,
} from './sort.ts';

/** The parameters that must not change from page to page, as the client sent them. */
export type ListOrder = {
  readonly filter: string | undefined;
  readonly sortBy: string | undefined;
  readonly sortOrder: SortOrder;
};

export type ListRequest = {
  readonly filter: Filter | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging;
  readonly projection: Projection;
  readonly order: ListOrder;
};

/** The part of a query over all types that concerns one type. */
export type RootPart = {
  readonly type: ResourceType;
  readonly filter: Filter | undefined;
  /** Undefined without sortBy, and when the type lacks the attribute, so that none of its resources has a value. */
  readonly sortBy: ResolvedAttribute | undefined;
  readonly projection: Projection;
};

export type RootListRequest = {
  readonly paging: Paging;
  readonly order: ListOrder;
  /** Only the types that the filter can match. */
  readonly parts: readonly RootPart[];
};

const orderOf = (query: Query): ListOrder => ({
  filter: oneParameter(query, 'filter'),
  sortBy: oneParameter(query, 'sortBy'),
  sortOrder: parseSortOrder(query),
});

/**
 * Reads the query of a list of one type (RFC 7644 §3.4.2, RFC 9865 §2), also one that `searchQuery` returned.
 * @throws ScimError 400 invalidValue naming the parameter, invalidFilter, invalidCount
 */
export const parseListRequest = (query: Query, type: ResourceType): ListRequest => ({
  filter: parseFilterParameter(query, type),
  sort: parseSort(query, type),
  paging: parsePaging(query),
  projection: parseProjection(query, type),
  order: orderOf(query),
});

function filtersOf(
  query: Query,
  types: readonly ResourceType[],
): ReadonlyMap<ResourceType, Filter | boolean> {
  const given = Object.hasOwn(query, 'filter') && query['filter'] !== undefined;
  if (!given) return new Map(types.map((type) => [type, true]));
  return resolveAcross(parseFilter(oneParameter(query, 'filter') ?? ''), types);
}

/**
 * Reads a query on the base URL (RFC 7644 §3.4.2.1), which covers every type.
 * @throws ScimError as parseListRequest
 */
export function parseRootListRequest(
  query: Query,
  types: readonly ResourceType[],
): RootListRequest {
  const order = orderOf(query);
  const filters = filtersOf(query, types);
  const sorted = new Map(
    types.map((type) => [
      type,
      order.sortBy === undefined ? undefined : sortAttribute(type, order.sortBy),
    ]),
  );
  const known = [...sorted.values()].some((attribute) => attribute !== undefined);
  if (order.sortBy !== undefined && !known) throw unknownSort(types, order.sortBy);
  const parts = types.flatMap((type): RootPart[] => {
    const filter = filters.get(type) ?? false;
    if (filter === false) return [];
    const projection = parseProjection(query, type);
    const sortBy = sorted.get(type);
    return [{ type, filter: filter === true ? undefined : filter, sortBy, projection }];
  });
  return { paging: parsePaging(query), order, parts };
}
