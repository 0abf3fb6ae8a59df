import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

const FIXED = ['defaultValue', 'defaultPanelValue', 'defaultRowValue'];
const ALL: ReadonlySet<string> = new Set([...FIXED, 'defaultValueExpression']);

/**
 * Returns the definition without default values. A form has them as answers from the start; the engine would fill them
 * in again after a user emptied one, for instance in an entry of a repeating section.
 */
export const withoutDefaults = (definition: JsonObject): JsonObject => without(definition, ALL);

/** Returns the definition without default values, except those that are calculated. */
export const withoutFixedDefaults = (definition: JsonObject): JsonObject =>
  without(definition, new Set(FIXED));

function without(definition: JsonObject, left: ReadonlySet<string>): JsonObject {
  const inner = (value: JsonValue): JsonValue => {
    if (isObject(value)) return without(value, left);
    return isList(value) ? value.map(inner) : value;
  };
  const kept = Object.entries(definition).filter(([name]) => !left.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, inner(value)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
