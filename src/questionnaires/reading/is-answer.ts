import { isObject, type JsonValue } from '#kernel/json.ts';

/** Returns whether a value is an answer. Spaces, empty lists, and rows without any answers are not. */
export function isAnswer(value: JsonValue): boolean {
  if (value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (!Array.isArray(value)) return true;
  const values: readonly JsonValue[] = value;
  return values.some((each) =>
    isObject(each) ? Object.values(each).some(isAnswer) : isAnswer(each),
  );
}
