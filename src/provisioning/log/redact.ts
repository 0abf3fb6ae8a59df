// Removes secrets from logged requests. Any value may be a password under an unexpected name, and so may the value that
// a filter compares it with. Therefore only names, and values of attributes that a schema knows, are kept.
import { withLiteralPluses } from '#http/scim-query.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** Replaces a removed value. */
const REMOVED = '[removed]';

/** Names whose values are removed even though a schema knows them. */
const SECRET_NAME = /passw|passphrase|pwd|secret|token/i;
const MAX_DEPTH = 32;
/** Shortest removed value, in characters, that is also removed from responses; shorter ones occur in many words. */
const MIN_SCRUBBED = 4;
const MAX_SCRUBBED = 50;
/** Characters; SCIM refuses longer filters. */
const MAX_FILTER = 8192;
/** SCIM defines nine. Decoding thousands of them, for hundreds of refused requests a second, would be costly. */
const MAX_PARAMETERS = 32;

/** Returns whether a schema has the attribute with that path, such as `emails.value`. */
export type KnowsPath = (path: string) => boolean;

export interface Redaction {
  /** Redacts a SCIM message: a resource, PATCH operations, a search or a Bulk request. */
  body(value: JsonValue): JsonValue;
  /** Redacts the query of a URL, without its question mark. */
  query(query: string): string;
  /** Removes all values that were redacted so far from the response to the request. */
  scrub(text: string): string;
}

export function createRedaction(knowsPath: KnowsPath): Redaction {
  const removed = new Set<string>();
  // An unread part of the request may be a secret, and the response may repeat it.
  let isAnyUnread = false;
  // Caches results, because a Bulk request names the same few attributes repeatedly.
  const asked = new Map<string, boolean>();
  const isOpen = (path: string): boolean => {
    const known = asked.get(path) ?? (!SECRET_NAME.test(path) && knowsPath(path));
    asked.set(path, known);
    return known;
  };

  const remove = (value: JsonValue): string => {
    collect(value, 0);
    return REMOVED;
  };
  const collect = (value: JsonValue, depth: number): void => {
    if (removed.size >= MAX_SCRUBBED || depth > MAX_DEPTH) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= MIN_SCRUBBED) removed.add(text);
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) collect(each, depth + 1);
    }
  };

  /** Redacts a filter, RFC 7644 §3.4.2.2. `inside` is the attribute whose brackets contain it. */
  function filter(text: string, inside?: string): string {
    const isPathOpen = (path: string): boolean =>
      isOpen(path) || (inside !== undefined && isOpen(`${inside}.${path}`));
    if (text.length <= MAX_FILTER && isOpenFilter(text, isPathOpen)) return text;
    for (const [token] of text.slice(0, MAX_FILTER).matchAll(TOKEN)) collect(unquoted(token), 0);
    return REMOVED;
  }

  /** Redacts a path such as `emails[type eq "work"].value`. @returns it, and whether its value may be kept. */
  function path(text: string): { readonly kept: string; readonly isKnown: boolean } {
    const [, before = '', inner, after = ''] = PATH.exec(text) ?? [];
    const name = before + after;
    if (!NAME.test(name)) return { kept: remove(text), isKnown: false };
    const chosen = inner === undefined ? '' : filter(inner, before);
    const kept = inner === undefined ? text : `${before}[${chosen}]${after}`;
    return { kept, isKnown: isOpen(name) && chosen !== REMOVED };
  }

  function resource(value: JsonValue, prefix: string, depth: number): JsonValue {
    if (depth > MAX_DEPTH) return remove(value);
    if (Array.isArray(value)) return value.map((each) => resource(each, prefix, depth + 1));
    if (!isObject(value)) return prefix !== '' && isOpen(prefix) ? value : remove(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (prefix === '' && name.toLowerCase() === 'schemas') return [name, each];
        const isExtension = prefix === '' && /^urn:/i.test(name) && isObject(each);
        const { kept } = path(name);
        if (kept === REMOVED) return [kept, remove(each)];
        const separator = prefix === '' || prefix.endsWith(':') ? '' : '.';
        const inner = isExtension ? `${name}:` : prefix + separator + withoutFilter(name);
        return [kept, resource(each, inner, depth + 1)];
      }),
    );
  }

  function patchOperation(operation: JsonObject): JsonValue {
    const at = memberIn(operation, 'path');
    const patched = (value: JsonValue): JsonValue => {
      if (typeof at !== 'string' || at === '') return resource(value, '', 0);
      return path(at).isKnown ? resource(value, withoutFilter(at), 0) : remove(value);
    };
    return mapMembers(operation, (name, value) => {
      if (name === 'value') return patched(value);
      if (name === 'path' && typeof value === 'string') return path(value).kept;
      return name === 'op' ? value : remove(value);
    });
  }

  function bulkOperation(operation: JsonObject): JsonValue {
    return mapMembers(operation, (name, value) => {
      if (name === 'data') return body(value);
      if (name === 'path' && typeof value === 'string') return address(value);
      return /^(?:method|bulkid|version)$/.test(name) ? value : remove(value);
    });
  }

  function address(text: string): string {
    const at = text.indexOf('?');
    return at === -1 ? text : `${text.slice(0, at)}?${query(text.slice(at + 1))}`;
  }

  function operation(value: JsonValue): JsonValue {
    if (!isObject(value)) return remove(value);
    const isBulk = memberIn(value, 'method') !== undefined;
    return isBulk ? bulkOperation(value) : patchOperation(value);
  }

  function body(value: JsonValue): JsonValue {
    if (!isObject(value)) return remove(value);
    const operations = memberIn(value, 'operations');
    if (operations === undefined && !isSearch(value)) return resource(value, '', 0);
    return mapMembers(value, (name, each) => {
      if (name === 'schemas' || name === 'failonerrors') return each;
      if (name === 'operations' && Array.isArray(each)) return each.map(operation);
      if (Array.isArray(each)) return each.map((one) => parameter(name, one));
      return parameter(name, each);
    });
  }

  /** Redacts a parameter of a list or a search. */
  function parameter(name: string, value: JsonValue): JsonValue {
    if (name === 'filter' && typeof value === 'string') return filter(value);
    // Checked before `String(value)`, because an object may have a member named toString.
    if (typeof value === 'object') return remove(value);
    const text = String(value);
    const isPlain = PLAIN_PARAMETERS.get(name)?.test(text) === true;
    const arePaths = PATHS.test(name) && text.split(',').every((each) => isOpen(each.trim()));
    return isPlain || arePaths ? value : remove(value);
  }

  function query(text: string): string {
    const parameters = text.split('&', MAX_PARAMETERS + 1);
    if (parameters.length > MAX_PARAMETERS) {
      isAnyUnread = true;
      return REMOVED;
    }
    const asRead = withLiteralPluses(text).split('&');
    return parameters
      .map((each, at) => {
        const [written = '', ...rest] = (asRead[at] ?? '').split('=');
        const [name, value] = [decoded(written), decoded(rest.join('='))];
        if (name === undefined || value === undefined) return REMOVED;
        if (parameter(name.toLowerCase(), value) === value) return each;
        return NAME.test(name) ? `${written}=${REMOVED}` : remove(name);
      })
      .join('&');
  }

  return {
    body,
    query,
    scrub: (text) =>
      isAnyUnread
        ? REMOVED
        : [...removed]
            .toSorted((a, b) => b.length - a.length)
            .reduce((rest, each) => rest.replaceAll(each, REMOVED), text),
  };
}

const NAME = /^[a-z$][\w$:.-]{0,200}$/i;
const PATH = /^([^[\]]*)(?:\[(.*)\])?([^[\]]*)$/s;
const PATHS = /^(?:sortby|attributes|excludedattributes)$/;
const PLAIN_PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ['startindex', /^-?\d{1,10}$/],
  ['count', /^-?\d{1,10}$/],
  ['sortorder', /^(?:a|de)scending$/i],
  // Formstead makes cursors.
  ['cursor', /^[\w.~-]*$/],
]);
// A string without a closing quote extends to the end of the text: searching for that quote from each opening quote
// would take quadratic time.
const TOKEN = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[()[\]]|[^\s()[\]"]+/g;
const COMPARES = /^(?:eq|ne|co|sw|ew|gt|ge|lt|le)$/i;
const PLAIN_VALUE = /^(?:"[\s\S]*"|-?\d[\d.]*|true|false|null)$/i;

/** The last bracket ends the filter, as in scim/protocol. */
export const withoutFilter = (path: string): string => path.replace(/\[.*\]/s, '');

const unquoted = (token: string): string => token.replaceAll(/^"|"$/g, '');

/** Returns whether every name in a filter is known and every value is where one belongs: then it hides no secret. */
function isOpenFilter(text: string, isOpen: (path: string) => boolean): boolean {
  let before = '';
  let outer = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const isValue = COMPARES.test(before);
    if (isValue ? !PLAIN_VALUE.test(token) : !isOpenWord(token, outer, isOpen)) return false;
    if (token === '[') outer = before;
    before = isValue ? '' : token;
  }
  return true;
}

function isOpenWord(token: string, outer: string, isOpen: (path: string) => boolean): boolean {
  if (/^(?:[()[\]]|and|or|not|pr)$/i.test(token) || COMPARES.test(token)) return true;
  // Entra sends `emails[type eq "work"].value`.
  if (token.startsWith('.')) return isOpen(outer + token);
  return isOpen(token) || (outer !== '' && isOpen(`${outer}.${token}`));
}

const memberIn = (object: JsonObject, wanted: string): JsonValue | undefined =>
  Object.entries(object).find(([name]) => name.toLowerCase() === wanted)?.[1];

const isSearch = (body: JsonObject): boolean =>
  JSON.stringify(member(body, 'schemas') ?? '').includes('SearchRequest');

function mapMembers(
  object: JsonObject,
  map: (name: string, value: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, map(name.toLowerCase(), value)]),
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
