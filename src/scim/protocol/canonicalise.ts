import { type Gathered, gather } from './gather.ts';
import { Handling, type Preference } from './handling.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from './json.ts';
import { readValue, requireNoEmptyText, requireValue } from './read-value.ts';
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

const NOT_MENTIONED = { mentioned: false, value: undefined } as const;

const isWritten = (attribute: ResolvedAttribute, raw: unknown): boolean =>
  attribute.definition.mutability !== 'readOnly' && !isNotMeant(attribute, raw);

/** What is stored elsewhere: read like everything else, kept out of the attributes. */
function readApart(
  type: ResourceType,
  gathered: Gathered,
  part: 'password' | 'members',
  handling: Handling,
): { readonly mentioned: boolean; readonly value: Json | undefined } {
  const attribute = type.attributes.find((it) => it.definition.apart === part);
  if (attribute === undefined || !gathered.has(attribute)) return NOT_MENTIONED;
  const raw = gathered.get(attribute);
  if (!isWritten(attribute, raw)) return NOT_MENTIONED;
  return { mentioned: true, value: readValue(attribute, raw, attribute.key, handling) };
}

export const asMember = (element: Json): readonly Member[] => {
  if (!isJsonObject(element)) return [];
  const { value, type } = element;
  if (typeof value !== 'string') return [];
  return [typeof type === 'string' ? { value, type } : { value }];
};

/**
 * Reads the body of a POST or PUT: tolerant in what identity providers really send (tolerance.ts), strict about
 * everything else. Own properties only; cost grows with the body.
 * @throws ScimError 400 invalidSyntax when the body is not an object, 400 invalidValue naming the attribute that is
 * missing, repeated, too long, of another type or, for a strict client, an empty text that is no value, and what would
 * be right (RFC 7643 §2, §7; RFC 7644 §3.12)
 */
export function canonicalise(
  type: ResourceType,
  body: unknown,
  preference: Preference = 'lenient',
): CanonicalResource {
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
  const password = readApart(type, gathered, 'password', handling).value;
  const members = readApart(type, gathered, 'members', handling);
  const memberValues = isJsonArray(members.value) ? members.value : [];
  return {
    attributes,
    password: typeof password === 'string' ? password : undefined,
    members: members.mentioned ? memberValues.flatMap(asMember) : undefined,
    has,
    ignored: handling.names,
    ignoredCount: handling.count,
  };
}
