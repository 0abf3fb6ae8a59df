import type { JsonObject, JsonValue } from '#kernel/json.ts';

/** The names of properties that are conditions or totals. */
const NEEDS_ENGINE = /^(?:visible|\w*[vV]isibleIf|total\w+|hideIf\w+|hideColumns\w+)$/;

/** Returns whether the engine may know more about a form than its answers show. A wrong true only costs time. */
export function needsEngine(definition: JsonObject): boolean {
  const open: JsonValue[] = [definition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Texts that contain answers have their names in braces.
    if (typeof next === 'string' && next.includes('{')) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      const isCalculated = (name === 'type' || name === 'cellType') && value === 'expression';
      if (isCalculated || NEEDS_ENGINE.test(name)) return true;
      open.push(value);
    }
  }
  return false;
}
