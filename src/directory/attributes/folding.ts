import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const MANAGER_PATH = `${ENTERPRISE}:manager.value`;

/** Text at these paths is stored unfolded everywhere (RFC 7643 §2.3.6, §2.3.7, §3.1); all other text is folded. */
export const CASE_EXACT_PATHS: ReadonlySet<string> = new Set([
  'externalId',
  'profileUrl',
  'photos.value',
  'x509Certificates.value',
  MANAGER_PATH,
  `${ENTERPRISE}:manager.$ref`,
]);

/** Returns the text to compare, for attributes that compare neither the folded text nor the text itself. */
export type ComparableText = (text: string) => string;
/** Comparisons by full path, such as `urn:example:badge:issued`, for attributes of an operator's schemas. */
export type Comparisons = ReadonlyMap<string, ComparableText>;
export const NO_COMPARISONS: Comparisons = new Map();

/** A column and how it compares: `key` is folded text, `exact` text as it is, `flag` 0 or 1, `time` milliseconds. */
export interface IndexedColumn<C extends string> {
  readonly column: C;
  readonly compare: 'key' | 'exact' | 'flag' | 'time';
}

/** Checks that a key fits its index. */
export function indexKey(key: string, path: string): string {
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw fail('invalid-value', `${path} is longer than ${MAX_KEY_LENGTH} characters.`, {
    at: path,
    because: { reason: 'too-long', limit: MAX_KEY_LENGTH },
  });
}

/** Returns a value with its text as filters compare it: folded, unless its path says otherwise. */
export function foldTree(value: JsonValue, path: string, comparisons: Comparisons): JsonValue {
  if (typeof value === 'string') return foldText(value, path, comparisons);
  if (Array.isArray(value)) return value.map((element) => foldTree(element, path, comparisons));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      foldTree(inner, `${path}.${name}`, comparisons),
    ]),
  );
}

function foldText(text: string, path: string, comparisons: Comparisons): string {
  if (CASE_EXACT_PATHS.has(path)) return text;
  const comparable = comparisons.get(path) ?? fold;
  return comparable(text);
}

/**
 * Returns the single-valued attributes as JSON with their text folded, for filters that no index answers. Attributes
 * with a column of their own are left out.
 */
export function singleFolded(
  attributes: JsonObject,
  columns: ReadonlyMap<string, unknown>,
  comparisons: Comparisons,
): string {
  const own: [string, JsonValue][] = [];
  const extensions = new Map<string, [string, JsonValue][]>();
  for (const { extension, name, path, value } of attributeParts(attributes)) {
    if (Array.isArray(value) || columns.has(path)) continue;
    const entries = extension === undefined ? own : (extensions.get(extension) ?? []);
    entries.push([name, foldTree(value, path, comparisons)]);
    if (extension !== undefined) extensions.set(extension, entries);
  }
  for (const [urn, entries] of extensions) own.push([urn, Object.fromEntries(entries)]);
  return JSON.stringify(Object.fromEntries(own));
}

/** A top-level attribute, or an attribute of an extension, under its full name. */
interface Part {
  readonly extension: string | undefined;
  readonly name: string;
  readonly path: string;
  readonly value: JsonValue;
}

export function* attributeParts(attributes: JsonObject): Generator<Part> {
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.includes(':') || !isObject(value)) {
      yield { extension: undefined, name, path: name, value };
      continue;
    }
    for (const [inner, innerValue] of Object.entries(value)) {
      yield { extension: name, name: inner, path: `${name}:${inner}`, value: innerValue };
    }
  }
}

export function textAt(object: JsonObject, name: string): string | undefined {
  const value = member(object, name);
  return typeof value === 'string' ? value : undefined;
}
