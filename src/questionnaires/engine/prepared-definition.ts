import type { JsonObject } from '#kernel/json.ts';
import { withoutDefaults } from './without-defaults.ts';

/** Returns a copy of a definition as the engine runs it outside of a browser, for a form that has begun. */
export const preparedDefinition = (definition: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(withoutDefaults(definition)), prepared);

/** Properties of files and signatures that make the engine load their pictures, which only a browser can. */
const FOR_BROWSERS: ReadonlySet<string> = new Set(['storeDataAsText', 'dataFormat']);

/**
 * Removes the properties that fail outside of a browser (a reviver of `JSON.parse`). Tables and repeating sections start
 * empty: the rows and entries that a browser shows at first are no answers until somebody fills them in.
 */
function prepared(name: string, value: unknown): unknown {
  if (FOR_BROWSERS.has(name)) return undefined;
  // The engine wants a word here. An older version accepted templates with true or false.
  if (typeof value === 'boolean' && name.endsWith('Location')) return undefined;
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  if (value.type === 'matrixdynamic') return { ...value, rowCount: 0 };
  return value.type === 'paneldynamic' ? { ...value, panelCount: 0 } : value;
}
