import { isObject, type JsonValue } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import type { Notes } from './notes.ts';

/**
 * Returns a value of a file with each text and name as it can be stored: half characters become U+FFFD, and NUL is left
 * out. Requests with such text are refused, so a template that kept it could never be saved again.
 */
export function storable(value: JsonValue, notes: Notes): JsonValue {
  let isRepaired = false;
  const text = (given: string): string => {
    if (isStorable(given)) return given;
    isRepaired = true;
    return given.toWellFormed().replaceAll('\0', '');
  };
  const repair = (given: JsonValue): JsonValue => {
    if (typeof given === 'string') return text(given);
    if (isObject(given)) {
      return Object.fromEntries(
        Object.entries(given).map(([name, inner]) => [text(name), repair(inner)]),
      );
    }
    const list: readonly JsonValue[] | undefined = Array.isArray(given) ? given : undefined;
    return list?.map(repair) ?? given;
  };
  const repaired = repair(value);
  if (isRepaired) notes.add('malformedText', {});
  return repaired;
}
