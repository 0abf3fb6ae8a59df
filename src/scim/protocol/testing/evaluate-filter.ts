// For tests only: what a filter means, said once more over a whole resource as it goes over the wire. SQL must agree.
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
 * The values that a comparison is made with: any one of several will do (RFC 7644 §3.4.2.2). Of a single attribute
 * there is always one, undefined when it is not set; of a list there is one for each element, and none for none.
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

/** One element, or one of a list of simple values, against the filter in brackets. */
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
 * Whether a filter chooses a resource. No value meets no comparison but `ne`, which is `not eq` of each single value,
 * so that `ne` of an unset attribute is true, and of a list, when any element differs. `not` negates plainly.
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
