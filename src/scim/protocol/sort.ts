import { oneParameter, type Query } from './query-parameter.ts';
import { isHidden, type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidFilter, invalidValue } from './scim-error.ts';
import { shown } from './shown.ts';

export type SortOrder = 'ascending' | 'descending';

/**
 * The sort order of a list (RFC 7644 §3.4.2.3), by a simple attribute; a multi-valued one sorts by its primary value,
 * else by its first. Text is ordered by code point, folded unless `caseExact`. Missing values come last ascending and
 * first descending. Equal ones are ordered by id, ascending in both cases, so that the order is total.
 */
export type Sort = { readonly attribute: ResolvedAttribute; readonly order: SortOrder };

/** Reads sortOrder. @throws ScimError 400 invalidValue for anything but ascending and descending, in any letter case */
export function parseSortOrder(query: Query): SortOrder {
  const order = oneParameter(query, 'sortOrder')?.toLowerCase() ?? 'ascending';
  if (order === 'ascending' || order === 'descending') return order;
  throw invalidValue('sortOrder', 'is "ascending" or "descending".');
}

/** Returns the value of a complex attribute that is named alone, as in filters: `emails`, `manager`. */
function simple(attribute: ResolvedAttribute): ResolvedAttribute {
  if (attribute.type !== 'complex') return attribute;
  const value = valueSubAttribute(attribute);
  if (value !== undefined) return value;
  const names = attribute.subAttributes.map((sub) => `${attribute.name}.${sub.name}`).join(', ');
  throw invalidValue('sortBy', `${attribute.key} has several parts; sort by one of ${names}.`);
}

/**
 * Returns the attribute that sortBy names, undefined when the type has none of that name.
 * @throws ScimError 400 invalidValue for a complex attribute without a value, 400 invalidFilter for a hidden one
 */
export function sortAttribute(type: ResourceType, name: string): ResolvedAttribute | undefined {
  const attribute = type.find(name);
  if (attribute === undefined) return undefined;
  if (isHidden(attribute))
    throw invalidFilter(`Results cannot be sorted by ${attribute.key}.`, 'sortBy');
  return simple(attribute);
}

export const unknownSort = (types: readonly ResourceType[], name: string) =>
  invalidValue(
    'sortBy',
    `${types.map((type) => type.name).join(' and ')} has no attribute ${shown(name)}; see /Schemas.`,
  );

/**
 * Reads sortBy and sortOrder; undefined without sortBy.
 * @throws ScimError 400 invalidValue, 400 invalidFilter for a password
 */
export function parseSort(query: Query, type: ResourceType): Sort | undefined {
  const order = parseSortOrder(query);
  const name = oneParameter(query, 'sortBy');
  if (name === undefined) return undefined;
  const attribute = sortAttribute(type, name);
  if (attribute === undefined) throw unknownSort([type], name);
  return { attribute, order };
}
