import { compareText } from './code-point-order.ts';
import { parseDateTime } from './date-time.ts';
import type { CompareOperator, Filter } from './filter-tree.ts';
import { fold } from './fold.ts';
import { isJsonArray, isJsonObject, type Json, ownValue } from './json.ts';
import { type ResolvedAttribute, resourceReference } from './resolved-attribute.ts';
import { idFromReference } from './tolerance.ts';

type Comparison = Filter & { readonly kind: 'compare' };
type Scalar = string | number | boolean;

/** Returns a stored value as filters compare it: text folded where case does not matter, an instant in UTC. */
export function comparable(attribute: ResolvedAttribute, value: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  if (attribute.type === 'dateTime') return parseDateTime(value) ?? value;
  return attribute.caseExact ? value : fold(value);
}

/** Compares two values of one type: negative, zero or positive; undefined when they have no order. */
function order(one: Json, other: Scalar): number | undefined {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return undefined;
}

const ORDERED: Partial<Record<CompareOperator, (difference: number) => boolean>> = {
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
};

function hasPart(operator: CompareOperator, one: string, other: string): boolean {
  if (operator === 'co') return one.includes(other);
  return operator === 'sw' ? one.startsWith(other) : operator === 'ew' && one.endsWith(other);
}

/**
 * Tests one value (RFC 7644 §3.4.2.2). A missing value matches no comparison but `ne`, which is `not eq`; a missing
 * `primary` is false (RFC 7643 §2.4).
 */
export function compareValue({ attribute, operator, value }: Comparison, given?: Json): boolean {
  const unset = given === undefined || given === null;
  const actual = unset && attribute.name === 'primary' ? false : comparable(attribute, given);
  if (operator === 'eq') return actual === value;
  if (operator === 'ne') return actual !== value;
  if (actual === null) return false;
  const ordered = ORDERED[operator];
  if (ordered !== undefined) {
    const difference = order(actual, value);
    return difference !== undefined && ordered(difference);
  }
  return (
    typeof actual === 'string' && typeof value === 'string' && hasPart(operator, actual, value)
  );
}

/** Tests `pr`: an empty text, list or object is no value (RFC 7644 §3.4.2.2). */
export function isPresent(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (isJsonArray(value)) return value.some(isPresent);
  return isJsonObject(value) ? Object.values(value).some(isPresent) : true;
}

/** Returns whether an attribute is a computed `$ref`, which is not stored; the id beside it is compared instead. */
const isComputed = (attribute: ResolvedAttribute): boolean =>
  attribute.parent !== undefined && resourceReference(attribute.parent) === attribute;

function partOf(element: Json, attribute: ResolvedAttribute): Json | undefined {
  if (!isJsonObject(element)) return element;
  return ownValue(element, isComputed(attribute) ? 'value' : attribute.name);
}

function compareReference({ operator, value }: Comparison, id: Json | undefined): boolean {
  const same = id !== undefined && id === idFromReference(value);
  return operator === 'eq' ? same : operator === 'ne' && !same;
}

/** Returns whether one element of a multi-valued attribute, or a complex value, matches the filter in brackets. */
export function matchesElement(filter: Filter, element: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((it) => matchesElement(it, element));
    case 'or':
      return filter.filters.some((it) => matchesElement(it, element));
    case 'not':
      return !matchesElement(filter.filter, element);
    case 'present':
      return isPresent(partOf(element, filter.attribute));
    case 'compare': {
      const compare = isComputed(filter.attribute) ? compareReference : compareValue;
      return compare(filter, partOf(element, filter.attribute));
    }
    case 'element':
      return false; // The parser refuses nested brackets.
  }
}
