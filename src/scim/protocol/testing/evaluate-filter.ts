// For tests only: a second implementation of filters, on a whole resource as it is sent. SQL must agree with it.
import { compareValue, isPresent } from '#scim/protocol/filter-match.ts';
import type { Filter } from '#scim/protocol/filter-tree.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  ownValue,
} from '#scim/protocol/json.ts';
import { holderOf, type ResolvedAttribute } from '#scim/protocol/resolved-attribute.ts';

/**
 * Returns the values to compare, any of which may match (RFC 7644 §3.4.2.2). A single attribute always has one,
 * undefined when it is not set; a list has one for each element, and none when it is empty.
 */
export function valuesOf(
  attribute: ResolvedAttribute,
  resource: JsonObject,
): readonly (Json | undefined)[] {
  const { parent, name } = attribute;
  const holders =
    parent === undefined ? [holderOf(attribute, resource)] : valuesOf(parent, resource);
  return holders.flatMap((holder): readonly (Json | undefined)[] => {
    const value = isJsonObject(holder) ? ownValue(holder, name) : undefined;
    if (!attribute.multiValued) return [value];
    return isJsonArray(value) ? value : [];
  });
}

/** Tests one element, or one value of a list of simple values, against the filter in brackets. */
function matches(filter: Filter, element: Json | undefined): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((it) => matches(it, element));
    case 'or':
      return filter.filters.some((it) => matches(it, element));
    case 'not':
      return !matches(filter.filter, element);
    case 'present':
      return isPresent(partOf(element, filter.attribute));
    case 'compare':
      return compareValue(filter, partOf(element, filter.attribute));
    case 'element':
      throw new Error('brackets do not nest');
  }
}

const partOf = (element: Json | undefined, { name }: ResolvedAttribute): Json | undefined =>
  isJsonObject(element) ? ownValue(element, name) : element;

/**
 * Returns whether a filter matches a resource. A missing value matches no comparison but `ne`, which is `not eq` of
 * each single value, so that `ne` matches an unset attribute, and a list with any different element. `not` simply
 * negates.
 */
export function evaluateFilter(filter: Filter, resource: JsonObject): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((it) => evaluateFilter(it, resource));
    case 'or':
      return filter.filters.some((it) => evaluateFilter(it, resource));
    case 'not':
      return !evaluateFilter(filter.filter, resource);
    case 'present':
      return valuesOf(filter.attribute, resource).some(isPresent);
    case 'compare':
      return valuesOf(filter.attribute, resource).some((value) => compareValue(filter, value));
    case 'element':
      return valuesOf(filter.attribute, resource).some((it) => matches(filter.filter, it));
  }
}
