import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { attributeParts, type ComparableText, indexKey } from './folding.ts';

/** The attributes whose values no two resources of an account share, by full path, and how their text compares. */
export type UniqueAttributes = ReadonlyMap<string, ComparableText>;
export const NO_UNIQUE_ATTRIBUTES: UniqueAttributes = new Map();

/** A value that only one resource may have. */
export interface UniqueValue {
  readonly attribute: string;
  readonly value_key: string;
}

/**
 * Returns the unique values of a resource's canonical attributes, each once, in an order that all writers share.
 * @throws AppError `invalid-value` for a text over MAX_KEY_LENGTH
 */
export function uniqueValuesOf(
  attributes: JsonObject,
  unique: UniqueAttributes,
): readonly UniqueValue[] {
  if (unique.size === 0) return [];
  const found = new Map<string, UniqueValue>();
  for (const { path, value } of attributeParts(attributes)) {
    for (const [attribute, leaf] of leavesOf(path, value)) {
      const comparable = unique.get(attribute);
      if (!comparable) continue;
      const value_key = indexKey(
        typeof leaf === 'string' ? comparable(leaf) : String(leaf),
        attribute,
      );
      found.set(`${attribute}\0${value_key}`, { attribute, value_key });
    }
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function* leavesOf(
  path: string,
  value: JsonValue,
): Generator<readonly [string, string | number | boolean]> {
  // OneLogin's templates send "" for an attribute that a user lacks; filters do not count that as a value either
  // (`pr`).
  if (value === '') return;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    yield [path, value];
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(`${path}.${name}`, inner);
  } else {
    for (const element of value ?? []) yield* leavesOf(path, element);
  }
}
