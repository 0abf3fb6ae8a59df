import type { JsonObject, JsonValue } from '#kernel/json.ts';

/** Conditions and totals are properties of these names. */
const TOLD_BY_ENGINE = /^(?:visible|\w*[vV]isibleIf|total\w+|hideIf\w+|hideColumns\w+)$/;

/** Whether the engine knows more of a form than its answers say: more than needed costs time, and no harm. */
export function needsEngine(definition: JsonObject): boolean {
  const open: JsonValue[] = [definition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Texts that name answers have them in braces.
    if (typeof next === 'string' && next.includes('{')) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      const isCalculated = (name === 'type' || name === 'cellType') && value === 'expression';
      if (isCalculated || TOLD_BY_ENGINE.test(name)) return true;
      open.push(value);
    }
  }
  return false;
}
