import { byIdentity, elementIdentity, isPrimary } from './elements.ts';
import { comparable } from './filter-match.ts';
import { isJsonObject, isSameJson, type Json, ownValue } from './json.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';

export type Elements = readonly Json[];

const demote = (element: Json): Json =>
  isPrimary(element) ? { ...element, primary: false } : element;

/** A new primary element ends the primary flag of the others (RFC 7644 §3.5.2); validation refuses two new ones. */
export function settlePrimary(elements: Elements, written: ReadonlySet<Json>): Elements {
  if (!elements.some((element) => written.has(element) && isPrimary(element))) return elements;
  return elements.map((element) => (written.has(element) ? element : demote(element)));
}

/** Returns an object with its members in the schema's order, so that equal elements look equal. */
export function inOrder(attribute: ResolvedAttribute, element: Json): Json {
  if (!isJsonObject(element)) return element;
  const names = attribute.subAttributes.map(({ name }) => name);
  const rest = Object.keys(element).filter((name) => !names.includes(name));
  return Object.fromEntries(
    [...names, ...rest].flatMap((name) => {
      const value = ownValue(element, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Adds missing elements; an existing one takes the new sub-attributes (RFC 7644 §3.5.2.1). */
export function joinElements(
  attribute: ResolvedAttribute,
  elements: Elements,
  added: Elements,
): Elements {
  const joined = byIdentity(attribute, elements);
  const written = new Set<Json>();
  for (const element of added) {
    const key = elementIdentity(attribute, element);
    const before = joined.get(key);
    const both = isJsonObject(before) && isJsonObject(element);
    const after = both ? inOrder(attribute, { ...before, ...element }) : (before ?? element);
    joined.set(key, after);
    written.add(after);
  }
  return settlePrimary([...joined.values()], written);
}

/** Returns whether `named` means this element: by value, and type if given; without a value, by all its parts. */
function isNamed(attribute: ResolvedAttribute, element: Json, named: Json): boolean {
  if (!isJsonObject(named) || !isJsonObject(element)) {
    return comparable(attribute, element) === comparable(attribute, named);
  }
  const byValue = ownValue(named, 'value') !== undefined;
  return attribute.subAttributes.every((sub) => {
    const wanted = ownValue(named, sub.name);
    if (wanted === undefined || (byValue && sub.name !== 'value' && sub.name !== 'type')) {
      return true;
    }
    return isSameJson(comparable(sub, ownValue(element, sub.name)), comparable(sub, wanted));
  });
}

/** Returns the elements without the named ones. */
export const withoutElements = (
  attribute: ResolvedAttribute,
  elements: Elements,
  gone: Elements,
): Elements => elements.filter((element) => !gone.some((it) => isNamed(attribute, element, it)));
