import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

const DEFAULTS: ReadonlySet<string> = new Set([
  'defaultValue',
  'defaultPanelValue',
  'defaultRowValue',
]);

/**
 * Returns the definition without default values. A form has them as answers from its start; the engine would fill
 * them in again where somebody has emptied one, in the entries of a repeating section for instance.
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
