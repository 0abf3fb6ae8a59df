import { isObject, type JsonValue, member } from '#kernel/json.ts';

/**
 * Returns what a logged request set `active` of a user to; undefined if it did not, or if the body was cut off.
 * Microsoft Entra ID writes the value as text.
 */
export function activeIn(requestBody: string | null): boolean | undefined {
  if (requestBody === null || !/active/i.test(requestBody)) return undefined;
  const body = parse(requestBody);
  if (body === undefined || !isObject(body)) return undefined;
  const operations = member(body, 'Operations');
  if (!Array.isArray(operations)) return toBoolean(member(body, 'active'));
  return operations.map(setBy).findLast((active) => active !== undefined);
}

/** `{ path: 'active', value: false }`, or without a path `{ value: { active: false } }`. */
function setBy(operation: JsonValue): boolean | undefined {
  if (!isObject(operation)) return undefined;
  const value = member(operation, 'value');
  const path = member(operation, 'path');
  if (typeof path === 'string') return /^active$/i.test(path) ? toBoolean(value) : undefined;
  return value !== undefined && isObject(value) ? toBoolean(member(value, 'active')) : undefined;
}

function toBoolean(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !/^(?:true|false)$/i.test(value)) return undefined;
  return value.toLowerCase() === 'true';
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // It was cut off.
  }
}
