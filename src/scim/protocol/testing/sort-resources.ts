// For tests only: a second implementation of the list order, on whole resources. SQL must agree with it.
import { compareText } from '#scim/protocol/code-point-order.ts';
import { comparable } from '#scim/protocol/filter-match.ts';
import { isJsonObject, type Json, type JsonObject, ownValue } from '#scim/protocol/json.ts';
import type { Sort } from '#scim/protocol/sort.ts';
import { valuesOf } from './evaluate-filter.ts';

/** A multi-valued attribute sorts by its primary element, else by its first (RFC 7644 §3.4.2.3). */
function sortKeyOf({ attribute }: Sort, resource: JsonObject): Json {
  const { parent, name } = attribute;
  if (parent?.multiValued !== true) {
    return comparable(attribute, valuesOf(attribute, resource)[0]);
  }
  const elements = valuesOf(parent, resource).filter(isJsonObject);
  const chosen = elements.find((it) => ownValue(it, 'primary') === true) ?? elements[0];
  return comparable(attribute, chosen === undefined ? undefined : ownValue(chosen, name));
}

function compareKeys(one: Json, other: Json): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Number(one) - Number(other);
}

const idOf = (resource: JsonObject): string => {
  const id = ownValue(resource, 'id');
  return typeof id === 'string' ? id : '';
};

/** Sorts resources: missing values come last ascending and first descending; equal ones by id, ascending in both. */
export function sortResources(
  sort: Sort | undefined,
  resources: readonly JsonObject[],
): readonly JsonObject[] {
  const sign = sort?.order === 'descending' ? -1 : 1;
  return [...resources].sort((one, other) => {
    const keys = sort ? compareKeys(sortKeyOf(sort, one), sortKeyOf(sort, other)) : 0;
    return keys === 0 ? compareText(idOf(one), idOf(other)) : sign * keys;
  });
}
