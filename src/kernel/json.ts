import { fail } from './errors.ts';
import { isStorable } from './text.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The deepest nesting of arrays and objects that a body may have. */
export const MAX_JSON_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * A request body as JSON. `__proto__` stays an ordinary own key, as JSON.parse makes it.
 * @throws AppError `malformed-text` for invalid UTF-8, NUL or lone surrogates, `malformed-json`
 * for anything that is not JSON or nests deeper than {@link MAX_JSON_DEPTH}.
 */
export function parseJson(bytes: Uint8Array): JsonValue {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw fail('malformed-text', 'The body is not valid UTF-8.', { cause });
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fail('malformed-json', `The body is not JSON: ${positionOf(cause)}.`, { cause });
  }
  checkTree(value);
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of an object, never an inherited one. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

// V8's message quotes the body, which may hold a password: only the position is repeated.
function positionOf(cause: unknown): string {
  const found = cause instanceof Error ? /position (\d+)/.exec(cause.message) : null;
  return found ? `unexpected character at position ${found[1]}` : 'it ends too early';
}

function checkTree(root: JsonValue): void {
  const open: { readonly value: JsonValue; readonly depth: number; readonly at: string }[] = [
    { value: root, depth: 0, at: '' },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, at } = next;
    if (typeof value === 'string') checkText(value, at);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_JSON_DEPTH) {
      throw fail('malformed-json', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
    }
    for (const [name, inner] of Object.entries(value)) {
      checkText(name, at);
      if (typeof inner === 'string') checkText(inner, name);
      else if (typeof inner === 'object') open.push({ value: inner, depth: depth + 1, at: name });
    }
  }
}

function checkText(text: string, at: string): void {
  if (isStorable(text)) return;
  throw fail(
    'malformed-text',
    'Text must not hold a NUL character or half of a surrogate pair.',
    at === '' ? {} : { at },
  );
}
