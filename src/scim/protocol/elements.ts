import { fold } from './fold.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { type ResolvedAttribute, resourceReference } from './resolved-attribute.ts';
import { invalidValue } from './scim-error.ts';

const keyOf = (attribute: ResolvedAttribute | undefined, value: Json | undefined): Json =>
  typeof value === 'string' && attribute?.caseExact === false ? fold(value) : (value ?? null);

/**
 * What makes two elements the same: type and value (RFC 7643 §2.4), the id alone where an element refers to a
 * resource, everything where there is no value.
 */
export function elementIdentity(attribute: ResolvedAttribute, element: Json): string {
  if (!isJsonObject(element)) return JSON.stringify(keyOf(attribute, element));
  if (element['value'] === undefined) return JSON.stringify(element);
  const value = keyOf(attribute.subAttributesByName.get('value'), element['value']);
  if (resourceReference(attribute) !== undefined) {
    // Of a hundred thousand members: spelling each as JSON would take longer than reading it.
    return typeof value === 'string' ? `"${value}` : JSON.stringify([value]);
  }
  const type = keyOf(attribute.subAttributesByName.get('type'), element['type']);
  return JSON.stringify([value, type]);
}

export const isPrimary = (element: Json): element is JsonObject =>
  isJsonObject(element) && element['primary'] === true;

/** The elements by what makes them the same: the first of each in its place, primary when any of its repetitions was. */
export function byIdentity(
  attribute: ResolvedAttribute,
  elements: readonly Json[],
): Map<string, Json> {
  const distinct = new Map<string, Json>();
  for (const element of elements) {
    const key = elementIdentity(attribute, element);
    const before = distinct.get(key);
    if (before === undefined) distinct.set(key, element);
    else if (isPrimary(element) && isJsonObject(before))
      distinct.set(key, { ...before, primary: true });
  }
  return distinct;
}

/**
 * The elements of a multi-valued attribute without repetitions.
 * @throws ScimError 400 when two different ones are primary (RFC 7643 §2.4)
 */
export function distinctElements(attribute: ResolvedAttribute, elements: readonly Json[]): Json[] {
  const distinct = [...byIdentity(attribute, elements).values()];
  if (distinct.filter(isPrimary).length > 1) {
    throw invalidValue(attribute.key, 'has more than one primary value; mark one at most.');
  }
  return distinct;
}
