import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** Returns the ids of all objects in answers that may be files, at any depth: `{ id, … }`. */
export function idsNamedIn(answers: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  const open: JsonValue[] = [answers];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const id = isObject(next) ? member(next, 'id') : undefined;
    if (typeof id === 'string') found.add(id.toLowerCase());
    for (const inner of Object.values(next)) open.push(inner);
  }
  return found;
}
