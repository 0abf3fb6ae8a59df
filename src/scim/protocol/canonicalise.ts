import { atOnce } from './at-once.ts';
import { type Gathered, gather } from './gather.ts';
import { Handling, type Preference } from './handling.ts';
import { isJsonObject, type Json, type JsonObject, ownValue } from './json.ts';
import { readValue, readValues, requireNoEmptyText, requireValue } from './read-value.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { Extension, ResourceType } from './resource-type.ts';
import { invalidValue } from './scim-error.ts';
import { isNotMeant } from './tolerance.ts';

/** A member of a group: the id of a user or a group. */
export type Member = { readonly value: string; readonly type?: string };

/** The content of a client's body in canonical form, whichever form the client sent. */
export type CanonicalResource = {
  /**
   * Values as sent, with the schema's spelling and order: core attributes and externalId at the top level, those of an
   * extension under its URN. Never schemas, id, meta, groups, password or members.
   */
  readonly attributes: JsonObject;
  readonly password: string | undefined;
  /** Undefined when the body does not mention members, empty when it gives an empty list. */
  readonly members: readonly Member[] | undefined;
  /** Keys of the writable top-level attributes that the body mentions, even as null or `[]`. */
  readonly has: ReadonlySet<string>;
  /** Names and URNs that are unknown and were ignored. */
  readonly ignored: readonly string[];
  /** The number of ignored attributes that no schema knows. */
  readonly ignoredCount: number;
  /** The number of values that could not be read as a certificate, and were dropped. */
  readonly droppedCertificates: number;
};

type Writable = Record<string, Json>;

const isKeptTogether = ({ definition }: ResolvedAttribute): boolean =>
  definition.mutability !== 'readOnly' && definition.apart === undefined;

function readAll(
  attributes: readonly ResolvedAttribute[],
  gathered: Gathered,
  handling: Handling,
): Writable {
  const result: Writable = {};
  for (const attribute of attributes) {
    if (!isKeptTogether(attribute)) continue;
    const value = readValue(attribute, gathered.get(attribute), attribute.key, handling);
    if (value !== undefined) result[attribute.name] = value;
  }
  return result;
}

function requireAll(attributes: readonly ResolvedAttribute[], values: JsonObject): void {
  for (const attribute of attributes) {
    if (!isKeptTogether(attribute)) continue;
    requireValue(attribute, ownValue(values, attribute.name), attribute.key);
  }
}

/**
 * Checks an extension.
 * @throws ScimError 400 invalidValue when a required extension has no values, or when an extension with values lacks a
 * required attribute (RFC 7643 §6)
 */
export function requireExtension(extension: Extension, values: JsonObject): void {
  if (Object.keys(values).length > 0) {
    requireAll(extension.attributes, values);
  } else if (extension.required) {
    throw invalidValue(
      extension.schema,
      'is a required extension; send an object with its attributes.',
    );
  }
}

function readExtension(
  extension: Extension,
  gathered: Gathered,
  handling: Handling,
): JsonObject | undefined {
  const values = readAll(extension.attributes, gathered, handling);
  requireExtension(extension, values);
  return Object.keys(values).length === 0 ? undefined : values;
}

const isWritten = (attribute: ResolvedAttribute, raw: unknown): boolean =>
  attribute.definition.mutability !== 'readOnly' && !isNotMeant(attribute, raw);

/** Returns the raw value of an attribute that is stored separately; undefined when the body does not mention it. */
function findApart(
  type: ResourceType,
  gathered: Gathered,
  part: 'password' | 'members',
): { readonly attribute: ResolvedAttribute; readonly raw: unknown } | undefined {
  const attribute = type.attributes.find((it) => it.definition.apart === part);
  if (attribute === undefined || !gathered.has(attribute)) return undefined;
  const raw = gathered.get(attribute);
  return isWritten(attribute, raw) ? { attribute, raw } : undefined;
}

export const asMember = (element: Json): readonly Member[] => {
  if (!isJsonObject(element)) return [];
  const { value, type } = element;
  if (typeof value !== 'string') return [];
  return [typeof type === 'string' ? { value, type } : { value }];
};

/** The number of members processed before other requests get a turn. */
const PART = 10_000;

/**
 * Returns the members of a list. A list that is not empty but names no member, such as `[""]`, is an error, because
 * taking it as an empty list would empty the group.
 * @throws ScimError 400 invalidValue
 */
export function* membersIn(
  { key }: ResolvedAttribute,
  raw: unknown,
  elements: readonly Json[],
): Generator<undefined, readonly Member[]> {
  const members: Member[] = [];
  for (const [at, element] of elements.entries()) {
    if (at % PART === PART - 1) yield;
    for (const member of asMember(element)) members.push(member);
  }
  if (members.length > 0 || !Array.isArray(raw) || raw.length === 0) return members;
  throw invalidValue(
    key,
    'names nobody. Name members as [{"value": "their id"}], or send [] for none.',
  );
}

/**
 * Reads the body of a POST or PUT: accepts what identity providers really send (tolerance.ts) and is strict about
 * everything else. Reads own properties only; the cost is proportional to the size of the body.
 * @throws ScimError 400 invalidSyntax when the body is not an object; 400 invalidValue that names the attribute and the
 * expected value when it is missing, repeated, too long, of another type or, for a strict client, an empty text in
 * place of another type (RFC 7643 §2, §7; RFC 7644 §3.12)
 */
export function* canonicaliseInParts(
  type: ResourceType,
  body: unknown,
  preference: Preference = 'lenient',
): Generator<undefined, CanonicalResource> {
  const handling = new Handling(preference);
  const gathered = gather(type, body, handling);
  const has = new Set<string>();
  for (const [attribute, raw] of gathered) {
    requireNoEmptyText(handling, attribute, raw, attribute.key);
    if (isWritten(attribute, raw)) has.add(attribute.key);
  }

  const attributes = readAll(type.attributes, gathered, handling);
  requireAll(type.attributes, attributes);
  for (const extension of type.extensions) {
    const values = readExtension(extension, gathered, handling);
    if (values !== undefined) attributes[extension.schema] = values;
  }
  const secret = findApart(type, gathered, 'password');
  const password =
    secret && readValue(secret.attribute, secret.raw, secret.attribute.key, handling);
  const given = findApart(type, gathered, 'members');
  const members = given && (yield* readValues(given.attribute, given.raw, handling));
  return {
    attributes,
    password: typeof password === 'string' ? password : undefined,
    members: given && members && (yield* membersIn(given.attribute, given.raw, members)),
    has,
    ignored: handling.names,
    ignoredCount: handling.count,
    droppedCertificates: handling.droppedCertificates,
  };
}

/** Does the same without yielding, for a small body. */
export function canonicalise(
  type: ResourceType,
  body: unknown,
  preference: Preference = 'lenient',
): CanonicalResource {
  return atOnce(canonicaliseInParts(type, body, preference));
}
