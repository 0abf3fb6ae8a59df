/** JSON values. `unknown` input becomes one of these only through `canonicalise`. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Returns whether a value is a JSON object, not null or an array. Read it by `Object.hasOwn` or `Object.entries`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Does the same as `Array.isArray`, without turning `unknown` into `any[]`. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Does the same as {@link isObject} for a JSON value, so that the compiler narrows both branches. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Describes the kind of a value for an error message. */
export function describeJson(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** Returns an own member by name, in any letter case (RFC 7643 §2.1), exact spelling first; never an inherited one. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([own]) => own.toLowerCase() === wanted)?.[1];
}

/** Returns an own member of a JSON object. */
export const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Compares two values: members of objects in any order, elements of arrays in theirs. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isJsonArray(one)) {
    return (
      isJsonArray(other) &&
      one.length === other.length &&
      one.every((element, index) => isSameJson(element, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}
