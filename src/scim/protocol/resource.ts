import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { ResourceType, SingleReference } from './resource-type.ts';

/** The parts of a resource that the client did not write. */
export type ResourceFacts = {
  /** Without a trailing slash: `https://…/scim/v2`. */
  readonly baseUrl: string;
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly lastModified: string;
  /** The entity tag, as in the ETag header. */
  readonly version: string;
  /** The attributes as `canonicalise` returned them. */
  readonly attributes: JsonObject;
  /** Values from other resources (groups, members, the manager's displayName), merged over the attributes. */
  readonly derived?: JsonObject;
  /**
   * By the key of an attribute that refers to one resource: the id that its `value` means, or undefined for none. The
   * value of an attribute that is not in the map is the id itself.
   */
  readonly references?: ReadonlyMap<string, string | undefined>;
};

/** Returns the URI of a resource (RFC 7643 §3.1 meta.location). */
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

/** Returns the id of the resource that an attribute refers to; undefined for none. */
function referredBy(
  { extension, name }: SingleReference,
  value: Json | undefined,
  references: ResourceFacts['references'],
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = extension === undefined ? name : `${extension}:${name}`;
  return references?.has(key) ? references.get(key) : value;
}

/** Adds `manager.$ref`: the URI is computed from the id for each response, so that it always resolves. */
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
 * Returns the resource as it is sent, before projection. `schemas` names the core schema and each extension that has
 * values (RFC 7643 §3). No empty list is added: a group's `members: []` is in `derived`, where authentik needs it.
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
