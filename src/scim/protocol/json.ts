/** JSON values as data. `unknown` from outside becomes one of these only through `canonicalise`. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** True for a JSON object: not null, not an array. Read its members with `Object.hasOwn` or `Object.entries` only. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` that does not turn `unknown` into `any[]`. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The same for values that are known to be JSON, so that the compiler narrows both ways. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** What a value is, in the words of an error message. */
export function describeJson(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** An own member by its name in any letter case (RFC 7643 §2.1), the exact spelling first; never an inherited one. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([own]) => own.toLowerCase() === wanted)?.[1];
}

/** An own member of an object that is known to be JSON. */
export const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The same value: members of objects in any order, elements of arrays in theirs. */
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
