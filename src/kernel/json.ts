import { fail } from './errors.ts';
import { isStorable } from './text.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The deepest nesting of arrays and objects that a body may have. */
const MAX_JSON_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * A request body as JSON. `__proto__` stays an ordinary own key, as JSON.parse makes it.
 * @throws AppError `malformed-text` for NUL or lone surrogates, `malformed-json` for anything that is
 * not JSON, text that is not UTF-8 among it (RFC 8259 §8.1), or nests deeper than {@link MAX_JSON_DEPTH}.
 */
export function parseJson(bytes: Uint8Array): JsonValue {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw fail('malformed-json', 'The body is not valid UTF-8.', { cause });
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // Without its cause, which quotes the body: a password may be what is wrong with it.
    throw fail('malformed-json', `The body is not JSON: ${positionOf(cause)}.`);
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

interface Node {
  readonly value: JsonValue;
  readonly depth: number;
  /** The name it stands under, for the error. */
  readonly at: string;
}

function checkTree(root: JsonValue): void {
  const open: Node[] = [{ value: root, depth: 0, at: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string') checkText(next.value, next.at);
    else if (typeof next.value === 'object' && next.value !== null) {
      for (const child of childrenOf(next.value, next.depth)) open.push(child);
    }
  }
}

function childrenOf(value: object, depth: number): Node[] {
  if (depth >= MAX_JSON_DEPTH) {
    throw fail('malformed-json', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  return Object.entries(value).map(([name, inner]) => {
    checkText(name, name);
    return { value: inner, depth: depth + 1, at: name };
  });
}

function checkText(text: string, at: string): void {
  if (isStorable(text)) return;
  throw fail(
    'malformed-text',
    'Text must not hold a NUL character or half of a surrogate pair.',
    at === '' || !isStorable(at) ? {} : { at },
  );
}
