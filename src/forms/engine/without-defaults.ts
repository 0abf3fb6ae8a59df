import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

const DEFAULTS: ReadonlySet<string> = new Set([
  'defaultValue',
  'defaultPanelValue',
  'defaultRowValue',
]);

/**
 * Returns the definition without default values. A form has them as answers from the start; the engine would fill them
 * in again after a user emptied one, for instance in an entry of a repeating section.
 */
export function withoutDefaults(definition: JsonObject): JsonObject {
  const kept = Object.entries(definition).filter(([name]) => !DEFAULTS.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, inner(value)]));
}

function inner(value: JsonValue): JsonValue {
  if (isObject(value)) return withoutDefaults(value);
  return isList(value) ? value.map(inner) : value;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
