import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { ResourceType, SingleReference } from './resource-type.ts';

/** What the server knows of a resource beside the attributes that a client wrote. */
export type ResourceFacts = {
  /** Without a slash at its end: `https://…/scim/v2`. */
  readonly baseUrl: string;
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly lastModified: string;
  /** The entity tag, as in the ETag header. */
  readonly version: string;
  /** As `canonicalise` made them. */
  readonly attributes: JsonObject;
  /** What is worked out from other resources (groups, members, the manager's displayName), merged over them. */
  readonly derived?: JsonObject;
  /**
   * By the key of an attribute that refers to one resource: the id that its `value` means, undefined while it means none.
   * Attributes that are not in it hold the id itself.
   */
  readonly references?: ReadonlyMap<string, string | undefined>;
};

/** The URI of a resource (RFC 7643 §3.1 meta.location). */
export const resourceLocation = (type: ResourceType, baseUrl: string, id: string): string =>
  `${baseUrl}${type.endpoint}/${encodeURIComponent(id)}`;

const merge = (value: JsonObject, over: JsonObject | undefined): JsonObject => {
  if (over === undefined) return value;
  const result: Record<string, Json> = { ...value };
  for (const [name, inner] of Object.entries(over)) {
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    result[name] = isJsonObject(before) && isJsonObject(inner) ? merge(before, inner) : inner;
  }
  return result;
};

/** The id of the resource that an attribute refers to, if it means one. */
function referredBy(
  { extension, name }: SingleReference,
  value: Json | undefined,
  references: ResourceFacts['references'],
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = extension === undefined ? name : `${extension}:${name}`;
  return references?.has(key) ? references.get(key) : value;
}

/** `manager.$ref`: the URI that follows from the id, made anew at each reading so that it always resolves. */
function withReferences(
  type: ResourceType,
  attributes: JsonObject,
  { baseUrl, references }: Pick<ResourceFacts, 'baseUrl' | 'references'>,
): JsonObject {
  let result = attributes;
  for (const single of type.singleReferences) {
    const { extension, name, endpoint } = single;
    const holder = extension === undefined ? result : result[extension];
    const reference = isJsonObject(holder) ? holder[name] : undefined;
    if (!isJsonObject(holder) || !isJsonObject(reference)) continue;
    const id = referredBy(single, reference['value'], references);
    if (id === undefined) continue;
    const $ref = `${baseUrl}${endpoint}/${encodeURIComponent(id)}`;
    const changed = { ...holder, [name]: { ...reference, $ref } };
    result = extension === undefined ? changed : { ...result, [extension]: changed };
  }
  return result;
}

/**
 * The resource as it goes over the wire, before projection. `schemas` names the core schema and each extension that
 * has something to show (RFC 7643 §3). Nothing is added for a list that is empty: a group's `members: []` is in
 * `derived`, where authentik needs it.
 */
export function buildResource(type: ResourceType, facts: ResourceFacts): JsonObject {
  const { baseUrl, id, created, lastModified, version, derived } = facts;
  const attributes = withReferences(type, merge(facts.attributes, derived), facts);
  const extensions = type.extensions
    .map((extension) => extension.schema)
    .filter((urn) => Object.hasOwn(attributes, urn));
  const location = resourceLocation(type, baseUrl, id);
  return {
    schemas: [type.schema, ...extensions],
    id,
    ...attributes,
    meta: { resourceType: type.name, created, lastModified, location, version },
  };
}
