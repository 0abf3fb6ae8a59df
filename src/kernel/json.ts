export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object, never an inherited one. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Returns a value as text. `String` throws for an object with a member called `toString`, which a client's JSON may
 * have.
 */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
