import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

type Prints = Readonly<Record<string, string>>;

/**
 * Returns a hash of each answer. They say which answers have changed, without keeping the former answers: they are dropped
 * with the next submission.
 */
export const printsOf = (id: string, answers: JsonObject): Prints =>
  Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      createHash('sha256')
        .update(`${id} ${spell(value)}`)
        .digest('base64url')
        .slice(0, 16),
    ]),
  );

/** Spells equal values alike, in whatever order a client sends the members of an object. */
const spell = (value: JsonValue): string =>
  JSON.stringify(value, (_, each: JsonValue) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Returns the names of the answers that differ from those of the hashes, also those that are gone. */
export function changedSince(
  before: Prints | undefined,
  id: string,
  answers: JsonObject,
): string[] {
  if (before === undefined) return [];
  const now = printsOf(id, answers);
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).toSorted();
}
