import { distinctElements, elementIdentity } from './elements.ts';
import type { Handling } from './handling.ts';
import {
  describeJson,
  isArray,
  isJsonArray,
  isObject,
  type Json,
  type JsonObject,
} from './json.ts';
import { type ResolvedAttribute, resourceReference } from './resolved-attribute.ts';
import { invalidValue } from './scim-error.ts';
import {
  asElements,
  asObject,
  idFromReference,
  isEmptyText,
  isUnassigned,
  unwrapScalar,
  unwrapSingle,
} from './tolerance.ts';
import { isCertificate, readSimple } from './value.ts';

const MAX_VALUES = 1_000;

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/** Checks a required attribute. @throws ScimError 400 invalidValue when it has no value, or only blanks */
export function requireValue(
  attribute: ResolvedAttribute,
  value: Json | undefined,
  at: string,
): void {
  if (attribute.definition.required && isBlank(value)) {
    throw invalidValue(at, 'is required and must not be empty.');
  }
}

/**
 * Refuses an empty text in place of a Boolean, number, date, binary or complex value, unless the client is lenient.
 * @throws ScimError 400 invalidValue when the client is strict
 */
export function requireNoEmptyText(
  handling: Handling,
  attribute: ResolvedAttribute,
  raw: unknown,
  at: string,
): void {
  if (!handling.strict || attribute.type === 'reference' || !isEmptyText(attribute, raw)) return;
  throw invalidValue(at, 'is an empty string, which is no value here; leave it out or send null.');
}

/** Maps each sub-attribute to its raw value; unknown names are ignored. */
function subValues(
  attribute: ResolvedAttribute,
  raw: Readonly<Record<string, unknown>>,
  at: string,
  handling: Handling,
): ReadonlyMap<ResolvedAttribute, unknown> {
  const values = new Map<ResolvedAttribute, unknown>();
  for (const [name, value] of Object.entries(raw)) {
    const sub = attribute.subAttributesByName.get(name.toLowerCase());
    if (sub === undefined) handling.ignore(`${attribute.key}.${name}`);
    else if (values.has(sub)) throw invalidValue(`${at}.${sub.name}`, 'is given more than once.');
    else values.set(sub, value);
  }
  return values;
}

/**
 * Returns the sub-attributes that a complex value mentions, in the schema's order, undefined for one that it unassigns.
 * Read-only sub-attributes are left out, and a `$ref` supplies the id at its end when `value` is missing.
 * @throws ScimError 400 invalidValue
 */
export function readParts(
  attribute: ResolvedAttribute,
  given: unknown,
  at: string,
  handling: Handling,
): ReadonlyMap<ResolvedAttribute, Json | undefined> {
  const raw = asObject(attribute, given);
  if (!isObject(raw)) {
    const names = attribute.subAttributes.map((sub) => sub.name).join(', ');
    throw invalidValue(at, `is ${describeJson(raw)}, but must be an object with ${names}.`);
  }
  const values = subValues(attribute, raw, at, handling);
  const reference = resourceReference(attribute);
  const parts = new Map<ResolvedAttribute, Json | undefined>();
  for (const sub of attribute.subAttributes) {
    if (sub.definition.mutability === 'readOnly' || sub === reference) continue;
    const subAt = `${at}.${sub.name}`;
    const mentioned = values.has(sub);
    let value = readValue(sub, values.get(sub), subAt, handling);
    if (reference !== undefined && sub.name === 'value' && (value === undefined || value === '')) {
      value = readValue(sub, idFromReference(values.get(reference)), subAt, handling);
    }
    if (mentioned || value !== undefined) parts.set(sub, value);
  }
  return parts;
}

function readComplex(
  attribute: ResolvedAttribute,
  given: unknown,
  at: string,
  handling: Handling,
): JsonObject | undefined {
  const parts = readParts(attribute, given, at, handling);
  const result: Record<string, Json> = {};
  for (const sub of attribute.subAttributes) {
    if (sub.definition.mutability === 'readOnly' || sub === resourceReference(attribute)) continue;
    const value = parts.get(sub);
    requireValue(sub, value, `${at}.${sub.name}`);
    if (value !== undefined) result[sub.name] = value;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

function readMany(
  attribute: ResolvedAttribute,
  raw: unknown,
  at: string,
  handling: Handling,
): Json | undefined {
  const elements = asElements(raw);
  requireFew(attribute, elements, at);
  const read = readElements(attribute, elements, { at, first: 0, handling });
  return read.length === 0 ? undefined : distinctElements(attribute, read);
}

function requireFew(attribute: ResolvedAttribute, elements: readonly unknown[], at: string): void {
  const max = attribute.definition.maxValues ?? MAX_VALUES;
  if (elements.length <= max) return;
  throw invalidValue(at, `has ${elements.length} values; at most ${max} are taken.`);
}

const holdsCertificate = ({ subAttributes }: ResolvedAttribute): boolean =>
  subAttributes.some(isCertificate);

/** Reads some elements. @param first the index of the first of them, for errors */
function readElements(
  attribute: ResolvedAttribute,
  elements: readonly unknown[],
  {
    at,
    first,
    handling,
  }: { readonly at: string; readonly first: number; readonly handling: Handling },
): readonly Json[] {
  const read: Json[] = [];
  for (const [index, element] of elements.entries()) {
    if (element === null || element === '') continue;
    const elementAt = `${at}[${first + index}]`;
    const dropped = handling.droppedCertificates;
    const value = holdsCertificate(attribute)
      ? handling.readOrDrop(() => readSingle(attribute, element, elementAt, handling))
      : readSingle(attribute, element, elementAt, handling);
    // What says more about a dropped certificate, such as its type, goes with it.
    if (value !== undefined && handling.droppedCertificates === dropped) read.push(value);
  }
  return read;
}

/** The number of elements read before other requests get a turn. */
const PART = 500;

/**
 * Does the same as {@link readValue} in steps, for an attribute that may have a hundred thousand values.
 * @throws ScimError 400 invalidValue
 */
export function* readValues(
  attribute: ResolvedAttribute,
  raw: unknown,
  handling: Handling,
): Generator<undefined, readonly Json[]> {
  const at = attribute.key;
  if (!isArray(raw) || raw.length <= PART) {
    const value = readValue(attribute, raw, at, handling);
    return isJsonArray(value) ? value : [];
  }
  requireFew(attribute, raw, at);
  const distinct = new Map<string, Json>();
  for (let first = 0; first < raw.length; first += PART) {
    const part = raw.slice(first, first + PART);
    for (const element of readElements(attribute, part, { at, first, handling })) {
      const identity = elementIdentity(attribute, element);
      if (!distinct.has(identity)) distinct.set(identity, element);
    }
    yield;
  }
  return [...distinct.values()];
}

function readSingle(
  attribute: ResolvedAttribute,
  raw: unknown,
  at: string,
  handling: Handling,
): Json | undefined {
  if (attribute.type === 'complex') return readComplex(attribute, raw, at, handling);
  const value = unwrapScalar(raw);
  if (isUnassigned(attribute, value)) return undefined;
  if (isCertificate(attribute)) {
    return handling.readOrDrop(() => readSimple(attribute, value, at));
  }
  return readSimple(attribute, value, at);
}

/**
 * Returns the canonical value of an attribute, or undefined when the client sent a form of "no value". `at` is the path
 * for errors.
 * @throws ScimError 400 invalidValue
 */
export function readValue(
  attribute: ResolvedAttribute,
  raw: unknown,
  at: string,
  handling: Handling,
): Json | undefined {
  requireNoEmptyText(handling, attribute, raw, at);
  if (isUnassigned(attribute, raw)) return undefined;
  if (attribute.multiValued) return readMany(attribute, raw, at, handling);
  const single = attribute.type === 'complex' ? unwrapSingle(raw) : raw;
  return single === null ? undefined : readSingle(attribute, single, at, handling);
}
