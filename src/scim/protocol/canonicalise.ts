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

/** What a client's body says about a resource, in one form whatever form it came in. */
export type CanonicalResource = {
  /**
   * In the schema's spelling and order, values as sent: core attributes and externalId at the top, an extension's
   * under its URN. Never schemas, id, meta, groups, password or members.
   */
  readonly attributes: JsonObject;
  readonly password: string | undefined;
  /** Undefined when the body does not mention members, empty when it says there are none. */
  readonly members: readonly Member[] | undefined;
  /** Keys of the writable top-level attributes that the body mentions, also as null or `[]`. */
  readonly has: ReadonlySet<string>;
  /** Names and URNs that mean nothing here and were passed over. */
  readonly ignored: readonly string[];
  /** How many attributes that no schema knows were passed over. */
  readonly ignoredCount: number;
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
 * @throws ScimError 400 invalidValue when the extension is required and there is nothing of it, or when there is
 * something and an attribute that it requires is missing (RFC 7643 §6)
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

/** What is stored elsewhere: read like everything else, kept out of the attributes. Undefined when nothing is said. */
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

/** Members looked at without letting others in. */
const PART = 10_000;

/**
 * The members in what was read of a list. One that is not empty and names nobody, `[""]` for instance, is no empty list:
 * it would empty a group.
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
 * Reads the body of a POST or PUT: tolerant in what identity providers really send (tolerance.ts), strict about
 * everything else. Own properties only; cost grows with the body.
 * @throws ScimError 400 invalidSyntax when the body is not an object, 400 invalidValue naming the attribute that is
 * missing, repeated, too long, of another type or, for a strict client, an empty text that is no value, and what would
 * be right (RFC 7643 §2, §7; RFC 7644 §3.12)
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
  };
}

/** The same at once, of a body that is small. */
export function canonicalise(
  type: ResourceType,
  body: unknown,
  preference: Preference = 'lenient',
): CanonicalResource {
  return atOnce(canonicaliseInParts(type, body, preference));
}
