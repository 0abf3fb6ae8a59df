import { fold } from './fold.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { type ResolvedAttribute, resourceReference } from './resolved-attribute.ts';
import { invalidValue } from './scim-error.ts';

const keyOf = (attribute: ResolvedAttribute | undefined, value: Json | undefined): Json =>
  typeof value === 'string' && attribute?.caseExact === false ? fold(value) : (value ?? null);

/**
 * Returns the identity of an element: type and value (RFC 7643 §2.4), only the id when it refers to a resource, and all
 * of it when it has no value.
 */
export function elementIdentity(attribute: ResolvedAttribute, element: Json): string {
  if (!isJsonObject(element)) return JSON.stringify(keyOf(attribute, element));
  if (element['value'] === undefined) return JSON.stringify(element);
  const value = keyOf(attribute.subAttributesByName.get('value'), element['value']);
  if (resourceReference(attribute) !== undefined) {
    // There may be a hundred thousand members, and JSON.stringify for each would take longer than reading them.
    return typeof value === 'string' ? `"${value}` : JSON.stringify([value]);
  }
  const type = keyOf(attribute.subAttributesByName.get('type'), element['type']);
  return JSON.stringify([value, type]);
}

export const isPrimary = (element: Json): element is JsonObject =>
  isJsonObject(element) && element['primary'] === true;

/** Returns the elements by identity: the first of each in its position, primary if one of its repetitions is. */
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
 * Returns the elements of a multi-valued attribute without repetitions.
 * @throws ScimError 400 when two different ones are primary (RFC 7643 §2.4)
 */
export function distinctElements(attribute: ResolvedAttribute, elements: readonly Json[]): Json[] {
  const distinct = [...byIdentity(attribute, elements).values()];
  if (distinct.filter(isPrimary).length > 1) {
    throw invalidValue(attribute.key, 'has more than one primary value; mark one at most.');
  }
  return distinct;
}
